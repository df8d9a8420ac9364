/** Files whose counters are not those that the events count: a person changed them, beside something that was adopted. */
import { isDeepStrictEqual } from 'node:util'
import type { IndexDatabase } from '../index/database.ts'
import { findFileState } from '../index/file-rows.ts'
import { isPending } from '../index/outbox.ts'
import { findRecord } from '../index/record-rows.ts'
import { counterKeys, toFrontmatter } from './render.ts'
import { allKnownFiles } from './scan.ts'

export interface CounterEdit {
  path: string
  project: string
  id: string
  /** The counters that differ. */
  names: string[]
}

export function findCounterEdits(db: IndexDatabase): CounterEdit[] {
  return [...allKnownFiles(db)].flatMap(({ path }) => {
    const file = findFileState(db, path)
    const state = file === undefined ? undefined : findRecord(db, file.project, file.id)?.state
    if (file === undefined || state === undefined || file.problem !== undefined) return []
    const { project, id, projected } = file
    if (isPending(db, 'file', project, id)) return []
    const counted = toFrontmatter(state)
    const names = counterKeys.filter((key) => !isDeepStrictEqual(counted[key], projected[key]))
    return names.length === 0 ? [] : [{ path, project, id, names }]
  })
}
