/** What an event says besides the fields that it changes: how a record was used, a rating, a reason … */

export interface Said {
  [name: string]: string | number
}

/** What changes no field of a record and is worth telling, by its name in the event. */
export const saidOfRecord = ['via', 'session', 'query', 'rating', 'signal', 'comment', 'reason', 'by']

/** The same where queries and projects are told of too. */
export const saidOfAny = [...saidOfRecord, 'name', 'total']

export function pickSaid(data: object, names: readonly string[]): Said {
  const said = Object.entries(data).filter(
    (entry): entry is [string, string | number] =>
      names.includes(entry[0]) && ['string', 'number'].includes(typeof entry[1]),
  )
  return Object.fromEntries(said)
}
