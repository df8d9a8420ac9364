/**
 * The gate before the log: an event that holds what looks like a secret is refused, because the log only ever grows and
 * git hands it on. Every event passes here, whatever command it comes from, in `appendAndFold` and `appendTogether`.
 */
import { isPresent } from '../events/fold.ts'
import type { EventDraft } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { findRecord } from '../projections/index/record-rows.ts'
import { mayHoldSecret } from '../record/secrets/hint.ts'
import type { FieldSecret } from '../record/secrets/in-fields.ts'
import { addNotice, type Readers, type Vault } from './vault.ts'

export interface Gate {
  /** The caller has looked, and wants it stored all the same. */
  allowSecret?: boolean | undefined
}

/** Gives the rules; asked only if there is something to look for, and throws while they are not loaded. */
type LoadedRules = () => Readers['secrets']

/**
 * The drafts that may be appended: those given, less the query of a use where that holds a secret, since the use counts
 * all the same. Throws SECRET, naming the field and never the secret.
 */
export function screenDrafts(
  vault: Vault,
  drafts: readonly EventDraft[],
  { allowSecret = false }: Gate,
  rules: LoadedRules,
): readonly EventDraft[] {
  if (vault.config.capture.secrets === 'off' || !drafts.some(({ data }) => mayHold(data))) return drafts
  const kept = drafts.map((draft) => withoutQuery(draft, rules))
  const secrets = findNewSecrets(vault, kept, rules)
  if (secrets.length === 0) return kept
  const told = tell(secrets, rules)
  if (vault.config.capture.secrets === 'refuse' && !allowSecret) throw refusal(told)
  noteStored(vault, told)
  return kept
}

/** Every secret of the drafts that their records do not hold already: what is stored is the doctor's to tell. */
export function findNewSecrets(vault: Vault, drafts: readonly EventDraft[], rules: LoadedRules): FieldSecret[] {
  return drafts
    .filter(({ data }) => mayHold(data))
    .flatMap((draft) => {
      const secrets = rules().findSecretsIn(toFields(draft.data))
      const stored = secrets.length === 0 ? '' : storedText(vault, draft.data)
      return secrets.filter(({ text }) => !stored.includes(JSON.stringify(text).slice(1, -1)))
    })
}

/** Names of fields too: `password` stands in one, and its value is only a word. */
function mayHold(value: unknown): boolean {
  if (typeof value === 'string') return mayHoldSecret(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(mayHold)
  return Object.entries(value).some(([name, item]) => mayHoldSecret(name) || mayHold(item))
}

function withoutQuery(draft: EventDraft, rules: LoadedRules): EventDraft {
  if (draft.type !== 'record.hit' || !mayHold(draft.data)) return draft
  const { query, ...data } = draft.data
  return query === undefined || rules().findSecretsIn({ query }).length === 0 ? draft : { ...draft, data }
}

/** Content fields by their own names. */
function toFields(data: EventDraft['data']): object {
  if (!('set' in data)) return data
  const { set, ...rest } = data
  return { ...rest, ...set }
}

function storedText({ projections: { db } }: Vault, data: EventDraft['data']): string {
  if (!('project' in data && 'id' in data)) return ''
  const state = findRecord(db, data.project, data.id)?.state
  return isPresent(state) ? JSON.stringify(state.fields) : ''
}

function tell([first, ...more]: readonly FieldSecret[], rules: LoadedRules): string {
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return first === undefined ? '' : `${rules().describeFieldSecret(first)}${others}`
}

function refusal(told: string): MemoError {
  return new MemoError('SECRET', told, { hint: 'take it out, or store it all the same with --allow-secret' })
}

const storedAnyway = 'stored although '
/** Told one by one; of a batch there may be thousands, and the doctor lists all. */
const mostTold = 3

function noteStored(vault: Vault, told: string): void {
  const count = vault.notices.filter((notice) => notice.startsWith(storedAnyway)).length
  if (count < mostTold) addNotice(vault, `${storedAnyway}${told}`)
  else addNotice(vault, 'more was stored that looks like a secret; "memo doctor" lists it')
}
