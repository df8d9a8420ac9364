/** A hit of the list: what it is, what matched, how often it was used. */
import type { SearchResult } from '../../../vault/reading/search.ts'
import { Facts } from '../facts.tsx'
import { Marked } from '../marked.tsx'
import { useNavigation } from '../route-context.ts'
import { matchedWords } from './matched-words.ts'

export function HitRow({ hit }: { hit: SearchResult['hits'][number] }) {
  const { route, hrefOf } = useNavigation()
  const name = `${hit.projectId}/${hit.id}`
  const words = matchedWords(hit)
  return (
    <li class="hit" data-kind={hit.kind}>
      <a class="hit-link" href={hrefOf({ record: name })} aria-current={route.record === name}>
        <span class="hit-title">
          <Marked text={hit.title} words={words} />
        </span>
        <Facts record={hit} />
        <span class="hit-snippet">
          <Marked text={hit.snippet} words={words} />
        </span>
      </a>
    </li>
  )
}
