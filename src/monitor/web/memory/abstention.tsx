/** Why there is no answer, in words, and where what was meant may be. */
import type { SearchResult } from '../../../vault/reading/search.ts'
import { RecordLink } from '../record-link.tsx'

type Abstained = NonNullable<SearchResult['abstained']>

const reasons: { readonly [reason in Abstained['reason']]: string } = {
  never_known: 'Nothing in this vault is about that',
  superseded: 'Only records that others have replaced are about that',
  archived: 'Only archived records are about that',
  expired: 'Only expired records are about that',
  forgotten: 'What was about that was forgotten',
  out_of_scope: 'Only records outside these filters are about that',
  no_terms: 'There is no word in it to look for',
  nothing_in_scope: 'No record fits these filters',
  ignored_path: 'This path is not remembered',
  other_mode: 'Another way of searching would find something',
  weak: 'Perhaps not known: these are only near to it',
}

export function Abstention({ abstained: { reason, hint, pointers = [] } }: { abstained: Abstained }) {
  return (
    <div class="notice abstention" data-reason={reason}>
      <p>
        {reasons[reason]} <code class="soft">{reason}</code>
      </p>
      <p class="soft">{hint}.</p>
      {pointers.length > 0 && (
        <ul class="plain">
          {pointers.map(({ projectId, id, kind, title }) => (
            <li key={`${projectId}/${id}`}>
              <RecordLink {...{ projectId, id, title, kind }} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
