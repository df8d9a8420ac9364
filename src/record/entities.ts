/**
 * The names that a record mentions, found without a model: what it declares, its title and headings, code spans,
 * identifiers, link targets, and what prose writes with capitals. Weights are those of the seed "Entities".
 */
import { toNames } from '../lib/identifiers.ts'
import { findCapitalised } from './capitalised-names.ts'
import { isCommonName } from './common-names.ts'
import { toEntityKey } from './entity-key.ts'
import { withoutFences } from './outline.ts'

/** From the surest to the one that guesses most. */
export type EntitySource = 'declared' | 'title' | 'code' | 'identifier' | 'link' | 'heading' | 'capitals'

export interface EntityMention {
  /** What spellings of the name share (`toEntityKey`). */
  key: string
  /** As first written. */
  name: string
  /** How much the record is about it, above 0 up to 1. */
  weight: number
  /** The surest place that it was found in. */
  source: EntitySource
}

export interface EntityText {
  title: string
  body: string
  headings: readonly string[]
  /** The record's own `entities`. */
  declared: readonly string[]
  /** `id` or `project/id` of the links in the body. */
  links: readonly string[]
}

/** What a note is about, it names early; a longer text is a document whose headings say the rest. */
const maxText = 16_000
/** Names kept of a record: those of the highest weight. */
const maxEntities = 40
/** Longer names are sentences. */
const maxWords = 4
const maxLength = 64
/** Each further mention adds this, up to a weight of 1. */
const repetition = 0.1

/** Heaviest first, of equal weight in the order found; at most 40. */
export function findEntities(text: EntityText): EntityMention[] {
  const found = countMentions(findMentions(text))
  const mentions = [...found].map(([key, { name, source, weight, times }]) => {
    const repeated = Math.round((weight + repetition * (times - 1)) * 10) / 10
    return { key, name, source, weight: Math.min(1, repeated) }
  })
  return mentions.sort((a, b) => b.weight - a.weight).slice(0, maxEntities)
}

interface Mention {
  name: string
  source: EntitySource
  weight: number
  /** Counts only if the record has the name elsewhere too. */
  isDoubtful?: boolean
}

/** Sources come surest first, so that the first one that has a name is the name's. */
function findMentions({ title, body, headings, declared, links }: EntityText): Mention[] {
  const text = withoutFences(body.slice(0, maxText))
  const prose = text.includes('[[') ? text.replace(/\[\[[^\]\n]*\]\]/g, ' ') : text
  return [
    ...declared.map((name) => ({ name, source: 'declared' as const, weight: 1 })),
    ...inLine(title.slice(0, maxText), { source: 'title', weight: 1 }),
    ...codeSpans(prose).map((name) => ({ name, source: 'code' as const, weight: codeWeight(name) })),
    ...toNames(prose)
      .filter(isTelling)
      .map((name) => ({ name, source: 'identifier' as const, weight: 0.6 })),
    ...links.map((target) => ({ name: toId(target), source: 'link' as const, weight: 0.8 })),
    ...headings.slice(0, maxEntities).flatMap((heading) => inLine(heading, { source: 'heading', weight: 0.9 })),
    ...findCapitalised(prose).map((found) => ({ ...found, source: 'capitals' as const, weight: 0.4 })),
  ]
}

/** A title or heading is a name as a whole if it is short, and may hold names. */
function inLine(line: string, mention: Pick<Mention, 'source' | 'weight'>): Mention[] {
  const names = [line.replaceAll('`', ''), ...codeSpans(line), ...toNames(line).filter(isTelling)]
  const found = findCapitalised(line)
  const isDoubtful = found.length > 0 && isTitleCase(line)
  const capitalised = found.map((name) => (isDoubtful ? { ...name, isDoubtful } : name))
  return [...names.map((name) => ({ name })), ...capitalised].map((named) => ({ ...named, ...mention }))
}

/** Where Most of the Words Have Capitals, they say nothing of any of them. */
function isTitleCase(line: string): boolean {
  const words = line.match(/[A-Za-z\x80-\uffff]{4,}/g) ?? []
  return words.length > 2 && words.filter((word) => word !== word.toLowerCase()).length > words.length / 2
}

function codeSpans(text: string): string[] {
  return text.includes('`') ? [...text.matchAll(/`([^`\n]{2,64})`/g)].map(([, span = '']) => span) : []
}

/** A name with the signs of one is code; one word may be; several are a command or a phrase. */
function codeWeight(span: string): number {
  if (/\s/.test(span.trim())) return 0.6
  return toNames(span).length > 0 ? 0.8 : 0.7
}

/** `src/queue.ts`, `parseToken`, `KIT-204`, not the `well-known`, `7pm` and `e.g.` of prose. */
function isTelling(name: string): boolean {
  if (/^\d/.test(name) || !/[A-Za-z\x80-\uffff]{2}/.test(name)) return false
  return !/^[A-Za-z\x80-\uffff]+(?:-[A-Za-z\x80-\uffff]+)+$/.test(name) || name === name.toUpperCase()
}

function toId(target: string): string {
  return target.slice(target.lastIndexOf('/') + 1)
}

interface Counted extends Mention {
  /** How often the source has it. */
  times: number
}

function countMentions(mentions: readonly Mention[]): Map<string, Counted> {
  const found = new Map<string, Counted>()
  for (const mention of mentions) if (!mention.isDoubtful) count(found, keyOf(mention), mention)
  for (const mention of mentions) {
    const key = mention.isDoubtful ? keyOf(mention) : ''
    if (found.has(key)) count(found, key, mention)
  }
  return found
}

function count(found: Map<string, Counted>, key: string, mention: Mention): void {
  if (key === '') return
  const known = found.get(key)
  if (known === undefined) found.set(key, { ...mention, name: mention.name.trim(), times: 1 })
  else {
    if (known.source === mention.source) known.times += 1
    known.weight = Math.max(known.weight, mention.weight)
  }
}

/** Empty for what is no name: a sentence, a common word, a sign, a number. What was declared is taken at its word. */
function keyOf({ name, source }: Mention): string {
  const words = name.trim()
  if (source !== 'declared' && (isSentence(words) || isCommonName(words))) return ''
  const key = toEntityKey(words)
  const isName = source === 'declared' ? key !== '' : key.length > 1 && /[a-z]|[^\x00-\x7f]/.test(key)
  return isName ? key : ''
}

function isSentence(name: string): boolean {
  return name.length > maxLength || (/\s/.test(name) && name.split(/\s+/, maxWords + 1).length > maxWords)
}
