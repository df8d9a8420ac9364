/** Where a record's file stands in the vault, and what a path in the vault means. Paths are relative, with `/`. */
import { isId } from './ids.ts'
import { type Kind, kindNames, kinds } from './vocabulary.ts'

export function recordPath(project: string, kind: Kind, id: string): string {
  return `projects/${project}/${kinds[kind].folder}/${id}.md`
}

export function projectFolder(project: string): string {
  return `projects/${project}`
}

export interface RecordLocation {
  project: string
  kind: Kind
  /** File name without `.md`. */
  stem: string
}

const kindByFolder = new Map<string, Kind>(kindNames.map((kind) => [kinds[kind].folder, kind]))

/** Reads `projects/<project>/<kind folder>/<stem>.md`; undefined for every other path. */
export function parseRecordPath(path: string): RecordLocation | undefined {
  const [root, project = '', folder = '', name = '', ...rest] = path.split('/')
  const kind = kindByFolder.get(folder)
  if (root !== 'projects' || rest.length > 0 || kind === undefined || !isId(project) || !isRecordFile(name))
    return undefined
  return { project, kind, stem: name.slice(0, -'.md'.length) }
}

function isRecordFile(name: string): boolean {
  return name.endsWith('.md') && name !== '.md' && !name.startsWith('.')
}
