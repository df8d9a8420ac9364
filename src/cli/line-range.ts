import { MemoError } from '../lib/errors.ts'

const rangePattern = /^(?<from>\d{1,9})(?:(?<dash>-)(?<to>\d{1,9})?)?$/

/** Lines `10-40`, `10-` (to the end) or `10`, counted from 1, both ends included. Throws USAGE for anything else. */
export function toLineRange(text: string | undefined): { from: number; to: number } | undefined {
  if (text === undefined) return undefined
  const { from, dash, to } = rangePattern.exec(text)?.groups ?? {}
  const first = Number(from)
  const last = dash === undefined ? first : Number(to ?? Number.MAX_SAFE_INTEGER)
  if (first >= 1 && last >= first) return { from: first, to: last }
  throw new MemoError('USAGE', `--lines ${JSON.stringify(text)} is not a range of lines`, {
    hint: 'write it as --lines 10-40',
  })
}
