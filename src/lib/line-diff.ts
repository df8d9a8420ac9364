/** What changed between two texts, line by line. */
import { structuredPatch } from 'diff'

/** Lines around a change that are shown with it, as git does. */
const context = 3

/** Two long texts that have nothing in common would be compared for minutes, and nobody reads the outcome. */
const longestMs = 500

/**
 * The hunks of a unified diff, without file names; empty when the texts are the same. Where finding the least difference
 * would take too long, all of the one text goes and all of the other comes.
 */
export function diffLines(before: string, after: string): string {
  if (before === after) return ''
  const options = { context, timeout: longestMs }
  const patch = structuredPatch('', '', terminated(before), terminated(after), '', '', options)
  const hunks = patch?.hunks ?? [replaceAll(before, after)]
  return hunks
    .flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${toSpan(oldStart, oldLines)} +${toSpan(newStart, newLines)} @@`,
      ...lines,
    ])
    .join('\n')
}

/** Where there is no line, the one before the place is named, so that of an empty text it is 0. */
function toSpan(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`
}

/** Texts end without a line break as a rule, and saying so below each hunk would tell nothing. */
function terminated(text: string): string {
  return text === '' ? '' : `${text}\n`
}

function replaceAll(before: string, after: string) {
  const [gone, come] = [before.split('\n'), after.split('\n')]
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)]
  return { oldStart: 1, oldLines: gone.length, newStart: 1, newLines: come.length, lines }
}
