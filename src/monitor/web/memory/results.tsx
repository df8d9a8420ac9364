/** What a search found, or why it found nothing, and what else there is to say of it. */
import { plural } from '../../../lib/plural.ts'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { isNarrowed } from '../route.ts'
import { useNavigation } from '../route-context.ts'
import { Trouble, Waiting } from '../trouble.tsx'
import type { Answered } from '../use-answer.ts'
import { Abstention } from './abstention.tsx'
import { focusHit, useKeptFocus } from './hit-focus.ts'
import { HitRow } from './hit-row.tsx'
import { findSearch } from './search-key.ts'
import { TraceView } from './trace-view.tsx'

interface ResultsProps {
  found: Answered<SearchResult>
  /** Asks for a longer list; undefined: there is no longer one. */
  more: (() => void) | undefined
}

export function Results({ found, more }: ResultsProps) {
  const { answer, failure, isWaiting, again } = found
  const { route } = useNavigation()
  useKeptFocus()
  const isOpen = route.record !== ''
  if (failure !== undefined) return <Trouble failure={failure} again={again} />
  if (answer === undefined) return <Waiting what="records" />
  const { hits, abstained, trace } = answer
  const isBare = abstained?.reason === 'nothing_in_scope' && abstained.pointers === undefined && !isNarrowed(route)
  return (
    <div class="results" aria-busy={isWaiting}>
      <p class="summary" role="status">
        {toSummary(answer)}
      </p>
      <Notes answer={answer} />
      {abstained !== null && (isBare ? <NothingYet /> : <Abstention abstained={abstained} />)}
      <ul class="hits" onKeyDown={(event) => pressInList(event, isOpen)}>
        {hits.map((hit) => (
          <HitRow key={`${hit.projectId}/${hit.id}`} hit={hit} />
        ))}
      </ul>
      {answer.truncated > 0 && more !== undefined && (
        <button type="button" class="button" onClick={more}>
          Show more
        </button>
      )}
      {trace !== undefined && <TraceView trace={trace} />}
    </div>
  )
}

function NothingYet() {
  return (
    <p class="notice abstention">
      There is no open record in this vault. <code>memo upsert</code> writes one.
    </p>
  )
}

function toSummary({ hits, total, abstained }: SearchResult): string {
  if (hits.length === 0) return abstained === null ? 'No record here' : 'Nothing found'
  return `${hits.length < total ? `${hits.length} of ` : ''}${plural(total, 'record')}`
}

function Notes({ answer: { degraded, stale, narrowHint } }: { answer: SearchResult }) {
  const notes = [
    ...(degraded === null ? [] : [`Not everything could be searched: ${degraded.reason}.`]),
    ...(stale ? ['This may not be the newest state of the vault.'] : []),
    ...(narrowHint === null ? [] : [`Too many? ${narrowHint}.`]),
  ]
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="soft small">
          {note}
        </p>
      ))}
    </>
  )
}

const steps: { readonly [key: string]: 'next' | 'previous' | 'first' | 'last' } = {
  ...{ ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' },
}

function pressInList(event: KeyboardEvent, isOpen: boolean): void {
  const step = steps[event.key]
  if (step !== undefined && focusHit(step)) event.preventDefault()
  if (event.key === 'Escape' && !isOpen) findSearch()?.focus()
}
