/** JSON as it goes out. */
import { toHarmlessJson } from '../lib/harmless.ts'

/** On one line; safe to be printed, and to be put into a page: no tag of HTML begins in it. */
export function toJson(value: unknown): string {
  return `${toHarmlessJson(value, { oneLine: true }).replaceAll('<', '\\u003c')}\n`
}
