/** Which events say something in words. Apart from what takes them out, because every start loads the fold. */

/** Fields of an event that hold a name, a number or a choice out of a few. */
const wordless = ['project', 'id', 'via', 'session', 'rating', 'signal', 'by', 'events', 'all']

/** Whether the data of an event about a record says anything in words. In doubt it does: newer versions know other fields. */
export function holdsWords(data: object): boolean {
  return Object.keys(data).some((name) => !wordless.includes(name))
}
