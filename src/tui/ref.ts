/** Which record is meant, among those of all projects. */

export interface Ref {
  projectId: string
  id: string
}

/** The name that every verb of the vault takes. */
export function nameOf({ projectId, id }: Ref): string {
  return `${projectId}/${id}`
}

export function isSame(a: Ref | undefined, b: Ref | undefined): boolean {
  return a?.projectId === b?.projectId && a?.id === b?.id
}
