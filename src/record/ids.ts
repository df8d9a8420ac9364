/**
 * The ids of records and projects: what one may look like, and how one is made from a title or a name.
 * An id becomes a file name on every system a vault may be cloned to, so it is lower-case ASCII and never names a path.
 * Knows no disk: whether an id is taken is the caller's question, see `withSuffix`.
 */
import { MemoError } from '../lib/errors.ts'
import { sha256 } from '../lib/hash.ts'
import { truncate } from '../lib/text-cut.ts'

/** With `.md`, a temp suffix and a conflict suffix it stays below the 143 bytes that encrypted home folders allow. */
const maxIdBytes = 120

/** Slugs made from titles are shorter, so that suffixes fit and listings stay readable. */
const maxSlugBytes = 80

/** 40 bits: among a million titles two collide with a probability of one half; then a suffix tells them apart. */
const hashDigits = 10

/** Above this share of letters that ASCII cannot hold, the slug alone says too little and gets a hash. */
const tolerableLoss = 0.1

/** Device names on Windows, alone or before an extension; `all` stands for every project in commands. */
const reservedStem = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)|^all$/

const allowedForm =
  'allowed are lower-case letters a-z, digits, ".", "_" and "-", at most 120 bytes, not starting with "." or "-"'

export function isId(text: string): boolean {
  return findFault(text) === undefined
}

/** Throws USAGE unless `text` is an id; `what` names it in the message ("record id", "project"). */
export function assertId(text: string, what: string): void {
  const fault = findFault(text)
  if (fault === undefined) return
  throw new MemoError('USAGE', `the ${what} ${toPrintable(text)} cannot be used: ${fault}; ${allowedForm}`, {
    hint: `an id that would do: ${toProjectId(text)}`,
  })
}

/**
 * The id that a title gives: the same for every Unicode form of the title, never empty, always valid.
 * Titles that differ in letters that ASCII cannot hold, or beyond the cut, give different slugs; titles that differ
 * in case or punctuation may not, so the caller compares titles and takes `withSuffix`.
 */
export function slugify(title: string): string {
  return toBoundedId(title, /[^a-z0-9]+/g, maxSlugBytes)
}

/** `slug-2` for n = 2, cut so that it stays a valid id. */
export function withSuffix(slug: string, n: number): string {
  const suffix = `-${n}`
  return slug.slice(0, maxIdBytes - suffix.length).replace(/[.-]+$/, '') + suffix
}

/** The project id for a name or a remote: ids stay as they are, everything else is folded to the allowed form. */
export function toProjectId(text: string): string {
  return isId(text) ? text : toBoundedId(text, /[^a-z0-9._-]+/g, maxIdBytes)
}

function findFault(text: string): string | undefined {
  if (text === '') return 'it is empty'
  if (text === '.' || text === '..' || /[/\\]/.test(text)) return 'it names a path'
  if (!/^[a-z0-9._-]+$/.test(text)) return 'it holds other characters than an id may'
  if (/^[.-]/.test(text)) return 'it would be a hidden file or read as a flag'
  if (text.length > maxIdBytes) return `it is longer than ${maxIdBytes} bytes`
  if (text.endsWith('.')) return 'Windows drops a dot at the end of a name'
  if (text.endsWith('.md')) return 'the file name would end in .md twice'
  if (reservedStem.test(text)) return 'the name is reserved'
  return undefined
}

/** Enough to tell which id is meant. */
const longestShown = 60

/** Quoted, shortened, and without characters that a terminal would act on. */
function toPrintable(text: string): string {
  return JSON.stringify(truncate(text, longestShown)).replace(
    /\p{C}/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  )
}

function toBoundedId(text: string, forbidden: RegExp, maxBytes: number): string {
  const folded = foldLetters(text)
  const readable = trimEnds(folded.replace(forbidden, '-')).replace(/\.md$/, '-md')
  if (readable === '') return `x-${hashOf(text)}`
  const safe = reservedStem.test(readable) ? `x-${readable}` : readable
  return isLossy(folded) || safe.length > maxBytes ? withHash(safe, text, maxBytes) : safe
}

/** Compatibility forms (ﬁ, ①, Ａ) become plain and accents go; then the Latin letters that have no decomposition. */
function foldLetters(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
  return plain.replace(/[ßæœøłđðþı]/g, (letter) => undecomposed[letter] ?? letter)
}

const undecomposed: { [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** From the end back: a pattern would try each run of signs in the middle, of which a name may be made. */
function trimEnds(id: string): string {
  let end = id.length
  while (end > 0 && '.-'.includes(id.charAt(end - 1))) end -= 1
  return id.slice(0, end).replace(/^[.-]+/, '')
}

function isLossy(folded: string): boolean {
  const letters = folded.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const kept = folded.match(/[a-z0-9]/g)?.length ?? 0
  return letters - kept > letters * tolerableLoss
}

function withHash(readable: string, text: string, maxBytes: number): string {
  const room = maxBytes - hashDigits - 1
  const head = readable.length > room ? trimEnds(cutAtWord(readable, room)) : readable
  return `${head}-${hashOf(text)}`
}

/** A cut inside a word is taken only where the last whole word would leave less than half of the room. */
function cutAtWord(text: string, room: number): string {
  const boundary = text.lastIndexOf('-', room)
  return text.slice(0, boundary > room / 2 ? boundary : room)
}

function hashOf(text: string): string {
  return sha256(text.normalize('NFC')).slice(0, hashDigits)
}
