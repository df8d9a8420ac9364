/** The names in a query that some record of the vault mentions. */
import { isPlainAscii, lazyPattern } from '../lib/scripts.ts'
import { toEntityKey } from '../record/entity-key.ts'
import { isFillerWord } from './filler-words.ts'
import type { KnownEntity, SearchReader } from './port.ts'
import { maxTerms, type Query } from './query.ts'
import { naming } from './shared-numbers.ts'

export interface NamedEntity extends KnownEntity {
  /** As typed. */
  name: string
  /** Words of the query, from and up to but without. */
  span: readonly [from: number, to: number]
}

/** No name has more words (`findEntities`). */
const maxWords = 4

/** Where two names overlap the longer one is meant; a name said twice counts once. */
export function findNamedEntities(query: Query, reader: SearchReader): NamedEntity[] {
  const runs = toRuns(toEntityWords(query.text))
  if (runs.length === 0) return []
  const keys = [...new Set(runs.map(({ key }) => key))]
  const known = new Map(reader.entities(keys, naming.mostMentions).map((entity) => [entity.key, entity]))
  const named = new Map<string, NamedEntity>()
  const taken = new Set<number>()
  for (const { key, name, span } of runs) {
    const entity = known.get(key)
    if (entity === undefined || !isMeant({ name, span }, entity) || isTaken(span, taken)) continue
    for (let word = span[0]; word < span[1]; word += 1) taken.add(word)
    if (!named.has(key)) named.set(key, { ...entity, name, span })
  }
  return [...named.values()].sort((a, b) => a.span[0] - b.span[0])
}

/** The words of a query as names are made of them, signs inside kept: `src/queue.ts`, `rate-limiter`. */
export function toEntityWords(text: string): string[] {
  const words = text.match(isPlainAscii(text) ? /[A-Za-z\d_.:\-/+#@$\\']+/g : unicodeWord()) ?? []
  const trimmed = words.map((word) => word.replace(/'s$/i, '').replace(/^[-_.:/+\\']+|[-_.:/@$\\']+$/g, ''))
  return trimmed.filter((word) => word !== '').slice(0, maxTerms)
}

const unicodeWord = lazyPattern(String.raw`[\p{L}\p{M}\p{N}_.:\-/+#@$\\']+`, 'gu')

interface Run {
  key: string
  name: string
  span: readonly [number, number]
}

/** Longest first, then from the left; none begins or ends in a word that only joins others (`c is` is no `CIS`). */
function toRuns(words: readonly string[]): Run[] {
  const lengths = Array.from({ length: maxWords }, (_, index) => maxWords - index)
  return lengths.flatMap((length) =>
    words.flatMap((_, from) => {
      const run = words.slice(from, from + length)
      const name = run.join(' ')
      if (run.length < length || isFillerWord(run[0] ?? '') || isFillerWord(run.at(-1) ?? '')) return []
      const key = toEntityKey(name)
      return key === '' ? [] : [{ key, name, span: [from, from + length] as const }]
    }),
  )
}

/** A lone word in small letters, or with a capital because it comes first, is a name only where records are sure that it is one. */
function isMeant({ name, span }: Pick<Run, 'name' | 'span'>, { isFirm }: KnownEntity): boolean {
  if (isFirm || name.includes(' ')) return true
  return span[0] === 0 ? name.slice(1) !== name.slice(1).toLowerCase() : name !== name.toLowerCase()
}

function isTaken([from, to]: readonly [number, number], taken: ReadonlySet<number>): boolean {
  for (let word = from; word < to; word += 1) if (taken.has(word)) return true
  return false
}
