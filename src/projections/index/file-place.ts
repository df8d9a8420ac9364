/**
 * Where files are, as the table of files has it: by the parts of their paths, which are the key. No index is needed for
 * folders then, and none for records, whose files nearly all have their ids for names.
 */
import { kindNames, kinds } from '../../record/vocabulary.ts'

export interface FilePlace {
  project: string
  /** The name of the folder below that of the project. */
  folder: string
  /** The file's name without `.md`. */
  stem: string
}

/** Undefined for a path where no record's file can be. */
export function placeOf(path: string): FilePlace | undefined {
  const [root, project, folder, name, ...rest] = path.split('/')
  if (root !== 'projects' || project === undefined || folder === undefined || name === undefined) return undefined
  return rest.length > 0 || !name.endsWith('.md') ? undefined : { project, folder, stem: name.slice(0, -3) }
}

/** Of files that are where a record of this kind wants them, as a condition: one look finds it. */
export function ownPlaceSql({ project, kind, id }: { project: string; kind: string; id: string }): string {
  const folder = kindNames.map((name) => `WHEN '${name}' THEN '${kinds[name].folder}'`).join(' ')
  return `project = ${project} AND folder = CASE ${kind} ${folder} END AND stem = ${id} AND other_id IS NULL`
}

const kindFolders = kindNames.map((kind) => `'${kinds[kind].folder}'`).join(', ')

/**
 * The files of one record, whatever kind it had when they were written. Left alone, SQLite would look through all files of
 * the project for those that have another name.
 *
 * @param where a condition on the files; `project` and `id` are what the statement knows of the record, each used twice
 */
export function filesOfSql(wanted: string, { project = '?', id = '?', where = '1' } = {}): string {
  return `SELECT ${wanted} FROM file_states
      WHERE project = ${project} AND folder IN (${kindFolders}) AND stem = ${id} AND other_id IS NULL AND ${where}
    UNION ALL SELECT ${wanted} FROM file_states INDEXED BY file_states_by_other_id
      WHERE project = ${project} AND other_id = ${id} AND ${where}`
}
