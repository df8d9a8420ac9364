/** Finds what looks like a secret in a text. What it finds must be shown to nobody: `describeSecret` says what may be. */
import { mayHoldSecret } from './hint.ts'
import { isHeld, type SecretRule, secretRules } from './rules.ts'

export interface Secret {
  /** As in "it holds what looks like …". */
  kind: string
  /** From 1. */
  line: number
  /** The secret itself. Invariant: it is compared and masked, and never printed, logged or thrown. */
  text: string
  /** What of it may be shown: the prefix of its kind, or nothing. */
  shown: string
}

interface Span extends Omit<Secret, 'line'> {
  start: number
  end: number
}

/** Every secret of the text, in its order; of two that overlap the one of the more telling rule. */
export function findSecrets(text: string): Secret[] {
  return findSpans(text).map(({ start, end: _, ...secret }) => ({ ...secret, line: lineOf(text, start) }))
}

/** The text with every secret in it replaced, so that it may be shown. */
export function maskSecrets(text: string): string {
  let masked = ''
  let at = 0
  for (const { start, end, shown } of findSpans(text)) {
    masked += `${text.slice(at, start)}${shown}****`
    at = end
  }
  return masked + text.slice(at)
}

/** `what looks like a GitHub token (ghp_****)`. */
export function describeSecret({ kind, shown }: Secret): string {
  return `what looks like ${kind}${shown === '' ? '' : ` (${shown}****)`}`
}

function findSpans(text: string): Span[] {
  if (!mayHoldSecret(text)) return []
  const spans = secretRules.flatMap((rule, order) => [...findByRule(rule, text)].map((span) => ({ ...span, order })))
  spans.sort((a, b) => a.start - b.start || a.order - b.order)
  const kept: typeof spans = []
  for (const span of spans) {
    const last = kept.at(-1)
    if (last === undefined || span.start >= last.end) kept.push(span)
    else if (span.order < last.order)
      kept[kept.length - 1] = { ...span, start: last.start, end: Math.max(last.end, span.end) }
  }
  return kept.map(({ order: _, ...span }) => span)
}

/** As much of a token as everybody's begins with. */
const shownLength = 4

function* findByRule(rule: SecretRule, text: string): Generator<Span> {
  for (const match of text.matchAll(rule.pattern)) {
    const value = match.groups?.value ?? match[0]
    if (!isHeld(rule, value, match)) continue
    const start = match.index + match[0].lastIndexOf(value)
    const { kind, hasPrefix } = rule
    yield { kind, text: value, shown: hasPrefix ? value.slice(0, shownLength) : '', start, end: start + value.length }
  }
}

function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
