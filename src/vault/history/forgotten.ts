/** What is forgotten by now: out of every answer, of earlier times too. */
import type { IndexDatabase } from '../../projections/index/database.ts'
import { findForgotten } from '../../projections/index/find-records.ts'

/** The records, as `nameOfRecord` has them. */
export function forgottenNames(db: IndexDatabase): ReadonlySet<string> {
  return new Set(findForgotten(db).map(({ project, id }) => `${project}/${id}`))
}

/** `project/id` of the record that an event is about; no record has the empty name. */
export function nameOfRecord({ data }: { data?: object | undefined }): string {
  return data !== undefined && 'id' in data && 'project' in data ? `${data.project}/${data.id}` : ''
}
