/** What a person should know of a brief besides its text, for stderr, so that the budget holds for what is printed. */
import { toHarmless } from '../../lib/harmless.ts'
import type { BootstrapResult } from '../../vault/bootstrap/bootstrap.ts'

export function renderBriefNotes({ bytes, maxBytes, omitted, degraded, bumped }: BootstrapResult): string[] {
  const rest = omitted === 0 ? '' : `; ${omitted} left out`
  const uses = bumped.length === 0 ? '' : `; uses counted: ${bumped.length}`
  return [
    `${bytes} of ${maxBytes} bytes${rest}${uses}`,
    ...(degraded === null ? [] : [`not everything could be searched: ${degraded.reason}`]),
  ]
}

/** One line for each part and for each record that was looked at. */
export function renderBriefExplain({ explain }: BootstrapResult): string {
  if (explain === undefined) return ''
  const parts = explain.parts.map(
    ({ name, share, used, told, leftOut, unseen }) =>
      `${name}: ${used} bytes (its share is ${share} of ${explain.room}), told ${told}, left out ${leftOut}, not looked at ${unseen}`,
  )
  const records = explain.records.map(({ kind, id, title, place, told, bytes, fullBytes }) => {
    const fate = told === null ? `left out, needs up to ${fullBytes} bytes` : `${told}, ${bytes} of ${fullBytes} bytes`
    return `  ${kind}  ${id}  ${toHarmless(title)}  [by ${place} · ${fate}]`
  })
  return [...parts, ...records].map((line) => `${line}\n`).join('')
}
