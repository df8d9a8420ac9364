/** What changed in a record, for a person: a line for each field, the text as a diff. */
import { toHarmless } from '../../lib/harmless.ts'
import { truncate } from '../../lib/text-cut.ts'
import type { FieldChange } from '../../vault/history/history.ts'
import type { Paint } from '../color.ts'

/** A field of one's own may hold anything of any size. */
const longestValue = 200

/** `field: a -> b`, `field: b` where it was not set, `field: a -> (none)` where it was taken away. */
export function renderChanges(changes: readonly FieldChange[], paint: Paint): string[] {
  return changes.map(({ field, from, to }) => {
    const before = from === undefined ? '' : `${toText(from)} -> `
    const after = to === undefined ? '(none)' : toText(to)
    return `${paint('cyan', toHarmless(field))}: ${before}${after}`
  })
}

/** The hunks, coloured as git does. */
export function renderDiff(diff: string, paint: Paint): string[] {
  return diff === '' ? [] : diff.split('\n').map((line) => paintLine(toHarmless(line), paint))
}

function paintLine(line: string, paint: Paint): string {
  if (line.startsWith('@@')) return paint('cyan', line)
  if (line.startsWith('+')) return paint('green', line)
  return line.startsWith('-') ? paint('red', line) : line
}

function toText(value: FieldChange['to']): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  const text = isList ? value.join(', ') || '(empty)' : typeof value === 'string' ? value : JSON.stringify(value)
  return toHarmless(truncate(text, longestValue))
}
