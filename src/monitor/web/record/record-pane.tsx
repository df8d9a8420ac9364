/** The record that the address names, beside or, on a small screen, over what led to it. */
import { useEffect, useRef } from 'preact/hooks'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { findSearch } from '../memory/search-key.ts'
import { useNavigation } from '../route-context.ts'
import { Trouble, Waiting } from '../trouble.tsx'
import { useAnswer } from '../use-answer.ts'
import { RecordArticle } from './record-article.tsx'
import type { RecordView } from './record-view.ts'

interface RecordPaneProps {
  /** As the search that is shown found it. */
  hit?: SearchResult['hits'][number] | undefined
  /** Another one asks again. */
  growth?: number
  close(): void
}

export function RecordPane(props: RecordPaneProps) {
  const { record, asOf } = useNavigation().route
  if (record === '') return <section class="pane is-empty">Choose a record to read it.</section>
  return <OpenRecord key={record} name={record} asOf={asOf} {...props} />
}

function OpenRecord({ name, asOf, hit, growth = 0, close }: RecordPaneProps & { name: string; asOf: string }) {
  const { answer, failure, again } = useAnswer<RecordView>(toPath(name, asOf), { version: growth })
  const closer = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // On a small screen the record covers what had the focus.
    if (document.activeElement?.checkVisibility() === false) closer.current?.focus()
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.activeElement === findSearch()) return
      const link = document.querySelector<HTMLElement>('.hit-link[aria-current="true"]')
      close()
      requestAnimationFrame(() => link?.focus())
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <section class="pane" aria-label="Record">
      <button ref={closer} type="button" class="button pane-close" onClick={close}>
        Close
      </button>
      {failure !== undefined && <Trouble failure={failure} again={again} />}
      {failure === undefined && answer === undefined && <Waiting what={name} />}
      {failure === undefined && answer !== undefined && <RecordArticle view={answer} hit={hit} />}
    </section>
  )
}

function toPath(name: string, asOf: string): string {
  const [project = '', ...id] = name.split('/')
  const asked = asOf === '' ? '' : `?${new URLSearchParams({ asOf })}`
  return `/api/records/${encodeURIComponent(project)}/${encodeURIComponent(id.join('/'))}${asked}`
}
