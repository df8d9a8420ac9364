/** A record named in a field of another: `id` in its own project, `project/id` elsewhere. */

export interface RecordKey {
  project: string
  id: string
}

/** The name alone of what has one, for the data of an event. */
export function keyOf({ project, id }: RecordKey): RecordKey {
  return { project, id }
}

/** @param home the project of the record that holds the name */
export function toRecordKey(name: string, home: string): RecordKey {
  const slash = name.indexOf('/')
  return slash === -1 ? { project: home, id: name } : { project: name.slice(0, slash), id: name.slice(slash + 1) }
}

/** The shortest name that means the record there. */
export function fromRecordKey({ project, id }: RecordKey, home: string): string {
  return project === home ? id : `${project}/${id}`
}

export function isSameRecord(a: RecordKey, b: RecordKey): boolean {
  return a.project === b.project && a.id === b.id
}
