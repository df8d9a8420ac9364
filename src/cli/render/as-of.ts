/** The lines that keep an answer from being taken for one of the vault as it is now. */
import type { Paint } from '../color.ts'

const lastMoment = 'T23:59:59.999Z'

/** What is told of an answer that is `stale`. */
export const staleSentence = 'This may not be the newest state of the vault.'

/** Nothing for an answer from the vault as it is. */
export function renderAsOf(asOf: string | undefined, paint: Paint): string[] {
  return asOf === undefined ? [] : [paint('dim', `This is the vault as of ${toDay(asOf)}.`)]
}

/** A day that is meant to its end is told as it was asked for. */
export function toDay(asOf: string): string {
  return asOf.endsWith(lastMoment) ? asOf.slice(0, -lastMoment.length) : asOf
}
