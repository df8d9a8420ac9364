/** Why memo is behind where it is: the page says it beside the figure. */

/** By measure, or the part of it before the hyphen, and by program. */
const reasons: { [measure: string]: { [peer: string]: string } } = {
  cold: {
    recoll: 'Native code needs no interpreter: starting Node alone takes longer than its whole search.',
    ripgrep: 'Native code needs no interpreter: starting Node alone takes longer than reading these files.',
  },
}

export function reasonFor(measure: string, peer: string): string {
  const [work = ''] = measure.split('-')
  return reasons[measure]?.[peer] ?? reasons[work]?.[peer] ?? 'No reason is known yet.'
}
