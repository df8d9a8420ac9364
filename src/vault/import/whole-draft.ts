/** A record of ours that goes where it was: it comes back to the letter, with nothing tidied, added or pointed elsewhere. */
import { Baseline, ContentFields } from '../../record/schema.ts'
import { type DraftLimits, type RecordDraft, toRecordDraft } from '../writing/record-draft.ts'
import { counterNames } from './imported-fields.ts'
import type { Place } from './name-index.ts'
import type { RecordItem } from './source.ts'

interface WholeFields {
  fields: ContentFields
  baseline: Baseline
}

/** Undefined for anything else, and for fields that are not valid here. */
export function findWholeFields({ isWhole, record }: RecordItem, place: Place): WholeFields | undefined {
  const { id, project, ...rest } = record
  if (!isWhole || id !== place.id || project !== place.project) return undefined
  const isCounter = ([name]: [string, unknown]): boolean => counterNames.includes(name)
  const entries = Object.entries(rest)
  const fields = ContentFields.safeParse(Object.fromEntries(entries.filter((entry) => !isCounter(entry))))
  const baseline = Baseline.safeParse(Object.fromEntries(entries.filter(isCounter)))
  return fields.success && baseline.success ? { fields: fields.data, baseline: baseline.data } : undefined
}

/** Throws USAGE or REFUSED for what cannot be stored. */
export function toWholeDraft({ fields, baseline }: WholeFields, id: string, limits: DraftLimits): RecordDraft {
  return { ...toRecordDraft(id, fields, limits, { isWhole: true }), baseline, actor: 'import', isDistinct: true }
}
