/** The id of a record that came without one: from its title, and the same one whenever it comes again. */
import { isPresent, type RecordState } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { findByTitle } from '../../projections/index/find-records.ts'
import { findRecord, textOf } from '../../projections/index/record-rows.ts'
import { slugify, withSuffix } from '../../record/ids.ts'
import type { Vault } from '../vault.ts'
import type { RecordDraft } from './record-draft.ts'

/** An id from the title: free, or of the record that has this very title; a number is added while another one has it. */
export function chooseId(vault: Vault, project: string, draft: RecordDraft): string {
  const title = textOf(draft.set.title)
  if (title === undefined) throw new MemoError('USAGE', 'a record needs a title or a body to take one from')
  const slug = slugify(title)
  const same = findByTitle(vault.projections.db, title, project).find((state) => isSameRecord(state, draft))
  if (same !== undefined) return same.id
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : withSuffix(slug, n)
    const taken = findRecord(vault.projections.db, project, id)?.state
    if (!isPresent(taken) || (isSameTitle(taken, title) && isSameRecord(taken, draft) && hasSameText(taken, draft)))
      return id
  }
}

/** `Cache plan` and `cache plan` are two records, unless their text is the same too. */
function isSameTitle(state: RecordState, title: string): boolean {
  return textOf(state.fields.title)?.trim().toLowerCase() === title.trim().toLowerCase()
}

function isSameRecord({ fields }: RecordState, { set }: RecordDraft): boolean {
  return set.kind === undefined || fields.kind === set.kind
}

function hasSameText(state: RecordState, { set }: RecordDraft): boolean {
  const flat = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  return flat(textOf(state.fields.body)) === flat(textOf(set.body))
}
