/**
 * Names that a word tokenizer tears apart: `KIT-204`, `v1.2.3`, `C++`, `packages/api/src/queue.ts:88`, `@acme/ui`,
 * `parseUserToken`. Each is kept whole, in one normal form, for an index whose tokens are such names.
 */
import { findRuns } from './name-runs.ts'

/** A record with more names than this is generated data, of which these are sample enough. */
const maxPerText = 5000
/** Longer than any path or URL worth finding by its whole; encoded data is longer. */
const longestIdentifier = 200
/** `a/b/c/d.ts` is also found by this many of its tails. */
const maxTails = 4

/** What stands behind a scheme, up to the end of the query. */
const behindScheme = String.raw`:\/\/[\w.:\/@#$+~%\-]{1,200}\?[\w.:\/@#$+~%=&\-]{0,200}[\w\/]`

/**
 * A URL up to the end of its query; the signs of a query (`?`, `=`, `&`) join nothing anywhere else. The lengths are
 * bounded, because a pattern that tries each place of generated text may not run to its end from each.
 */
export const urlWithQuery = String.raw`[A-Za-z][A-Za-z\d+.\-]{1,15}${behindScheme}`
const longestScheme = 16

/**
 * The names in a text and the forms by which each is looked up (without line number, path tails, version without `v`),
 * lower case, once each. None holds a blank, so they can be joined with blanks.
 */
export function toIdentifiers(text: string): string[] {
  const forms = new Set<string>()
  // A text says most of its names again and again.
  for (const name of new Set(toNames(text))) {
    for (const form of toForms(name)) if (form === name || isIdentifier(form)) forms.add(form.toLowerCase())
    if (forms.size >= maxPerText) break
  }
  return [...forms]
}

/** The names in a query as they were typed, in lower case. */
export function findNames(text: string): string[] {
  const names = toNames(text).map(trimPunctuation).filter(isIdentifier)
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

/** The names in a query: whole, without a line number, and the tails of a path down to the bare file name, which fits too much. */
export function findIdentifiers(text: string): string[] {
  const found = new Set<string>()
  for (const name of toNames(text)) {
    const page = withoutQuery(name)
    const bare = withoutLine(page)
    const tails = toTails(bare).filter((tail) => tail.includes('/'))
    for (const form of [name, page, bare, withoutV(name), ...tails].map(trimPunctuation)) {
      if (isIdentifier(form)) found.add(form.toLowerCase())
    }
  }
  return [...found]
}

/** The names in a text as written, in its order, repetitions included. */
export function toNames(text: string): string[] {
  if (!text.includes('://')) return toRunNames(text)
  return splitAtUrls(text).flatMap((piece, at) => (at % 2 === 1 ? [piece] : toRunNames(piece)))
}

/** The text before, a URL with a query, the text behind it, and so on. Looked for by `://`, not from each letter on. */
function splitAtUrls(text: string): string[] {
  const pieces: string[] = []
  const behind = new RegExp(behindScheme, 'y')
  let [from, end] = [0, 0]
  for (let colon = text.indexOf('://'); colon !== -1; colon = text.indexOf('://', end)) {
    end = colon + 3
    const start = findScheme(text, from, colon)
    behind.lastIndex = colon
    if (start === undefined || !behind.test(text)) continue
    end = behind.lastIndex
    pieces.push(text.slice(from, start), text.slice(start, end))
    from = end
  }
  return [...pieces, text.slice(from)]
}

/** Where the scheme begins that ends at the colon. */
function findScheme(text: string, from: number, colon: number): number | undefined {
  let start = colon
  while (start > from && colon - start < longestScheme && /[A-Za-z\d+.-]/.test(text.charAt(start - 1))) start--
  while (start < colon && !/[A-Za-z]/.test(text.charAt(start))) start++
  return colon - start > 1 ? start : undefined
}

function toRunNames(text: string): string[] {
  const split = new Map<string, string[]>()
  const toSplit = (run: string): string[] => {
    const names = split.get(run) ?? splitRun(run)
    split.set(run, names)
    return names
  }
  return findRuns(text, longestIdentifier).flatMap((run) => (isTidy(run) ? run : toSplit(run)))
}

/** Most names need no work: no sign at either end, none doubled, no backslash. */
function isTidy(run: string): boolean {
  return /^[A-Za-z\d]+(?:[-_.:/@][A-Za-z\d]+)*$/.test(run)
}

/** `and...then` and `word--word` are two names; `.\a\b` and `./a/b` are `a/b`. */
function splitRun(run: string): string[] {
  const slashed = run
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.{0,2}\/)+/, '')
  return slashed
    .split(/\.{2,}|-{2,}/)
    .map(trimPunctuation)
    .filter(isIdentifier)
}

function trimPunctuation(name: string): string {
  if (isTidy(name)) return name
  const opened = name.replace(/^(?:[-_:+/]+|[.@$#](?![A-Za-z\d\x80-\uffff]))+/, '')
  if (!/[+#]/.test(opened)) return opened.replace(/[-_.:/@$]+$/, '')
  const symbolic = /^.*[A-Za-z\d]\+\+(?=[-_.:/@$]*$)|^(?:.*[^A-Za-z\d])?[A-Za-z]{1,2}#(?=[-_.:/@$]*$)/.exec(opened)
  return symbolic ? symbolic[0] : opened.replace(/[-_.:/@$+#]+$/, '')
}

/** What sets a name apart from a word: a joining sign, a change of case, a digit beside a letter. */
function isIdentifier(name: string): boolean {
  if (name.length < 2 || name.length > longestIdentifier) return false
  return /[-_.:/+#@$]|[a-z\d][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d|\d[A-Za-z]/.test(name)
}

function toForms(name: string): string[] {
  if (!/[/:@]|^[vV]\d|#L/.test(name)) return [name]
  const page = withoutQuery(name)
  if (page !== name) return [name, ...toForms(page)]
  const bare = withoutLine(name)
  return [name, bare, withoutV(name), ...toTails(bare), ...bare.split(/[/:@]+/)].map(trimPunctuation)
}

function withoutQuery(name: string): string {
  return name.replace(/\?.*/, '')
}

function withoutLine(name: string): string {
  return name.replace(/(?<=[A-Za-z\d])(?::\d+(?:[:-]\d+)*|#L\d+(?:-L?\d+)?)$/, '')
}

function withoutV(name: string): string {
  return name.replace(/^[vV](?=\d+\.)/, '')
}

function toTails(path: string): string[] {
  const steps = path.split('/').filter(Boolean)
  return steps
    .slice(1)
    .map((_, index) => steps.slice(index + 1).join('/'))
    .slice(-maxTails)
}
