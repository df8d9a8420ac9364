/** The records around a record, both ways. */
import { RecordLink } from '../record-link.tsx'
import type { RecordView } from './record-view.ts'

type Links = RecordView['links']

export function LinkLists({ links }: { links: Links }) {
  if (links.total.out + links.total.in === 0) return null
  return (
    <section class="links" aria-label="Links">
      <Ends name="Names" ends={links.out} total={links.total.out} />
      <Ends name="Named by" ends={links.in} total={links.total.in} />
    </section>
  )
}

function Ends({ name, ends, total }: { name: string; ends: Links['out']; total: number }) {
  if (total === 0) return null
  return (
    <div>
      <h3>
        {name} <span class="count">{total}</span>
      </h3>
      <ul class="plain">
        {ends.map((end) => (
          <li key={`${end.projectId}/${end.id}`}>
            {end.dangling ? <span>{end.id}</span> : <RecordLink {...end} title={end.title ?? end.id} />}
            <span class="soft small"> {[...end.types, ...(end.dangling ? ['not there'] : [])].join(', ')}</span>
          </li>
        ))}
      </ul>
      {total > ends.length && <p class="soft small">{total - ends.length} more are not shown.</p>}
    </div>
  )
}
