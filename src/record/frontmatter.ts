/**
 * A record's file as one text: frontmatter between two fences, an empty line, the body. Written here, changed in
 * frontmatter-edit.ts, read in frontmatter-parse.ts. Writing must not load the `yaml` package: only reading needs it.
 */
import type { Fields } from './json-value.ts'
import { emitField, emitKey } from './yaml-emit.ts'

/**
 * The text of a new file. `parseFrontmatter` gives `data` and `body` back, for a body with `\n` line ends that neither
 * begins nor ends with one. Not given back as they were: lone surrogates (U+FFFD), numbers that JSON cannot hold (null),
 * and integers beyond the safe range (strings).
 *
 * @throws MemoError REFUSED when the data is nested deeper than `maxDepth` or a key is longer than YAML allows.
 */
export function createMarkdown(data: Fields, body: string): string {
  const fence = `---\n${emitFields(data)}---\n`
  return body === '' ? fence : `${fence}\n${body}\n`
}

/** The lines of these fields, each `key: value\n`, in the order given. */
export function emitFields(data: Fields): string {
  let lines = ''
  for (const key of Object.keys(data)) {
    const value = data[key]
    if (value !== undefined) lines += emitField(emitKey(key), value)
  }
  return lines
}
