/** The fields of a record besides its text, by name. */
import { Age } from '../age.tsx'
import { toText } from '../to-text.ts'
import type { ShownRecord } from './record-view.ts'
import { TagLinks } from './tag-links.tsx'

/** Shown elsewhere on the page, or of no use to a reader. */
const elsewhere = new Set([
  'title',
  'body',
  'kind',
  'status',
  'projectId',
  'id',
  'tags',
  'severity',
  'lines',
  'expired',
])
const times = new Set(['created', 'updated', 'lastHit', 'lastSeen', 'eventAt', 'validFrom', 'validTo', 'expiresAt'])
const names = new Map(
  Object.entries({
    ...{ filepath: 'File', pathPatterns: 'Paths', hits: 'Uses', occurrences: 'Times seen', lastHit: 'Last used' },
    ...{
      lastSeen: 'Last seen',
      eventAt: 'Happened',
      validFrom: 'Holds from',
      validTo: 'Holds until',
      expiresAt: 'Expires',
    },
  }),
)

export function RecordFields({ record }: { record: ShownRecord }) {
  const fields = Object.entries(record).filter(([field, value]) => !elsewhere.has(field) && !isEmpty(value))
  return (
    <section aria-label="Fields">
      <TagLinks tags={record.tags ?? []} />
      <dl class="fields">
        {fields.map(([field, value]) => (
          <div key={field} class="field-row">
            <dt>{names.get(field) ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`}</dt>
            <dd>{times.has(field) && typeof value === 'string' ? <Age at={value} /> : toText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || toText(value) === ''
}
