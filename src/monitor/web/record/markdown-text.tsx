/** A record's text, rendered. */
import { useEffect, useRef } from 'preact/hooks'
import { useNavigation } from '../route-context.ts'
import { renderMarkdown } from './markdown.ts'

export function MarkdownText({ text, projectId }: { text: string; projectId: string }) {
  const { route, hrefOf } = useNavigation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const toRecord = (target: string) => (target.includes('/') ? target : `${projectId}/${target}`)
    place.current?.replaceChildren(renderMarkdown(text, { hrefOf: (target) => hrefOf({ record: toRecord(target) }) }))
  }, [text, projectId, route])
  return <div ref={place} class="prose" />
}
