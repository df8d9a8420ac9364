/** Keeps an answer inside its tokens: whole items, from the front, and what was left out is said. Pure. */
import { estimateTokens } from '../lib/token-estimate.ts'

export interface Fit<Item> {
  kept: Item[]
  leftOut: number
}

/** Items from the front, as many as their JSON may take. */
export function fitItems<Item>(items: readonly Item[], maxTokens: number): Fit<Item> {
  let left = maxTokens
  const end = items.findIndex((item) => {
    left -= costOfJson(item)
    return left < 0
  })
  const kept = end === -1 ? [...items] : items.slice(0, end)
  return { kept, leftOut: items.length - kept.length }
}

/** Tokens, about, of a value as one line of JSON. */
export function costOfJson(value: unknown): number {
  return estimateTokens(JSON.stringify(value) ?? '')
}
