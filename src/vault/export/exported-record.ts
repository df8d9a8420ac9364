/** A record as an export holds it: all that the vault knows of it, so that an import brings it back whole. */
import type { RecordState } from '../../events/fold.ts'
import { type Frontmatter, toFrontmatter } from '../../projections/files/render.ts'
import { textOf } from '../../projections/index/record-rows.ts'

/** The fields of its file in their order, those that the file leaves out because they are empty, and the text. */
export function toExported(state: RecordState): Frontmatter {
  const shown = toFrontmatter(state)
  const rest = Object.entries(state.fields).filter(([name]) => name !== 'body' && !Object.hasOwn(shown, name))
  return { ...shown, ...Object.fromEntries(rest), body: textOf(state.fields.body) ?? '' }
}
