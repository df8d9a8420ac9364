/** The state of a vault in one look: what is in it, what is behind, what runs beside it. Reads only. */
import { listProjects } from '../../projections/index/project-rows.ts'
import {
  countByKind,
  countDueFiles,
  countDueRedactions,
  countUnfollowed,
  type RecordCounts,
} from '../../projections/index/status-rows.ts'
import { indexCursor } from '../append.ts'
import { isIndexUnbuilt } from '../bring-up.ts'
import { type GitState, gitState } from '../committing/git-state.ts'
import { type LoggedError, readErrors } from '../error-log.ts'
import { isHeld, listPresent, type Presence } from '../presence.ts'
import { resolveProject } from '../project.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { readWriter } from '../writer.ts'
import { type EmbeddingCoverage, measureCoverage } from './embedding-coverage.ts'
import { type Behind, listWriters, measureBehind, type WriterState } from './log-state.ts'

export interface StatusInput {
  project: string | undefined
  cwd: string
  /** Look at every file and every new event first; without, the index is told as it is. */
  isRefreshed: boolean
}

export interface StatusResult {
  vault: string
  readOnly: boolean
  project: ProjectStatus
  /** Of all projects. */
  records: RecordCounts
  projects: number
  writers: WriterState[]
  index: {
    /** Of another version, or none yet: the next command builds it. */
    isBuilt: boolean
    behind: Behind
    /** Files that are due to be written, those of them that could not be, and hand edits that cannot be followed. */
    files: { waiting: number; failed: number; unfollowed: number }
    /** Records whose words are to be taken out, and are not out of everything yet. */
    redactions: number
  }
  git: GitState
  servers: Presence[]
  /** Whether a process takes hand edits in as they are made. */
  isWatched: boolean
  /** The newest trouble that failed no command; null for none. */
  trouble: LoggedError | null
  embeddings: EmbeddingCoverage | null
}

interface ProjectStatus {
  id: string
  /** What the id comes from: the flag, a `.memo.json`, the git remote or the path. */
  source: 'flag' | 'file' | 'git' | 'path'
  /** Folder that the project's paths count from; missing when the project was named. */
  root?: string
  remote?: string
  records: RecordCounts
}

/** Throws USAGE for a name that cannot be a project. */
export async function getStatus(vault: Vault, input: StatusInput): Promise<StatusResult> {
  if (input.isRefreshed) await refresh(vault, 'full')
  return withIndexRecovery(vault, async () => {
    const { paths, projections, readOnly } = vault
    return {
      vault: paths.root,
      readOnly,
      project: toProjectStatus(vault, input),
      ...projections.db.snapshot(() => countAll(vault)),
      git: await gitState(vault),
      servers: listPresent(paths),
      isWatched: isHeld(paths.watchLock),
      trouble: readErrors(paths, 1)[0] ?? null,
      embeddings: await measureCoverage(vault),
    }
  })
}

function toProjectStatus(vault: Vault, { project, cwd }: StatusInput): ProjectStatus {
  const { id, identity } = resolveProject(vault, { named: project, cwd })
  const records = countByKind(vault.projections.db, id)
  if (identity === undefined) return { id, source: 'flag', records }
  const { source, root, remote } = identity
  return { id, source, root, ...(remote !== undefined && { remote }), records }
}

function countAll(vault: Vault): Pick<StatusResult, 'records' | 'projects' | 'writers' | 'index'> {
  const { log, paths, projections } = vault
  const cursor = indexCursor(vault)
  return {
    records: countByKind(projections.db),
    projects: listProjects(projections.db).filter(({ aliasOf }) => !aliasOf).length,
    writers: listWriters(log, cursor, readWriter(paths)?.writer),
    index: {
      isBuilt: !isIndexUnbuilt(vault),
      behind: measureBehind(log, cursor),
      files: { ...countDueFiles(projections.db), unfollowed: countUnfollowed(projections.db) },
      redactions: countDueRedactions(projections.db),
    },
  }
}
