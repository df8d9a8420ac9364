/** Whether a program printed what a page says, but for what differs from run to run. */

/** All that may differ, and nothing else: what both sides hold of these is the same. */
const masks: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g, 'TIME'],
  [/\b\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?\b/g, 'DATE'],
  [/\b\d+(?:\.\d+)? (?:ms|s|min|days ago)\b/g, 'SPAN'],
  [/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, 'EVENT'],
  // Commits and digests. One without a digit is less likely than one in ten thousand.
  [/\b(?=[a-f]*\d)[0-9a-f]{10,64}\b/g, 'HASH'],
  // Counts of what holds an age.
  [/\b\d+ of \d+ (?=bytes|characters)/g, 'SOME '],
  [/\babout \d+/gi, 'about SOME'],
  [/\b\d+(?:\.\d+)? (?:bytes|[kM]B|[KM]iB)\b/g, 'SIZE'],
  // A project that has no name but the path of its folder.
  [/\blocal-([\w.-]+)-[0-9a-f]{8}\b/g, 'local-$1-HASH'],
  [/\b\d+ checks\b/g, 'CHECKS'],
]

/** Ends of lines and blank lines around do not matter. A line `...` on the page stands for any lines, or none. */
export function isLike(said: string, printed: string): boolean {
  const lines = toLines(said).map((line) => (line === '...' ? '[^]*' : `${escapeRegExp(line)}\n`))
  return new RegExp(`^${lines.join('')}$`).test(`${toLines(printed).join('\n')}\n`)
}

export function isSame(said: string, printed: string): boolean {
  return trimLines(said) === trimLines(printed)
}

/** Without blank lines around. */
export function trimLines(text: string): string {
  return text.replace(/^\s*\n/, '').trimEnd()
}

function toLines(text: string): string[] {
  const masked = masks.reduce((sofar, [pattern, name]) => sofar.replace(pattern, name), trimLines(text))
  return masked.split('\n').map((line) => line.trimEnd())
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
