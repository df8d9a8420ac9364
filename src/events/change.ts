/** Which types of events change what a record holds or counts. */

/** Their effect is in fields, and so can be set back. */
export function isReversible(type: string): boolean {
  return /^record\.(upserted|superseded|archived|restored|forgotten)$/.test(type)
}

/** What reading leaves behind: it changes no content. */
export function isTrace(type: string): boolean {
  return ['record.hit', 'session.seen', 'query.logged'].includes(type)
}

/** Counters only add, and data that was taken out is gone. Uses are not among them: nobody means to take one back. */
export function isKept(type: string): boolean {
  return /^record\.(recurred|rated|redacted)$/.test(type)
}
