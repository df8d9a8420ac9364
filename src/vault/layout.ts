/** The paths of a vault, and what its git repository must know. */
import { join } from 'node:path'

export interface VaultPaths {
  root: string
  config: string
  events: string
  projects: string
  index: string
  /** This machine only, never committed. */
  local: string
  quarantine: string
  /** Vectors of texts; derived, and dear. */
  embeddings: string
  lock: string
  holder: string
  /** Held while the vault is being committed to git. */
  commitLock: string
  /** Says which commit a branch is being moved to. */
  commitNote: string
  /** Held while the vault is being synchronised. */
  syncLock: string
  /** An index of git’s that a sync stages in. */
  syncIndex: string
  /** Held while a watcher runs. */
  watchLock: string
  /** Its time is that up to which the watcher has taken in every edit. */
  watchSeen: string
  /** Touched by who would like to know. */
  watchAsked: string
  /** How far the last look for hand edits came. */
  scanTurn: string
  writer: string
  /** What is being appended, where that is several lines. */
  appending: string
  /** Where this clone's last append ended. */
  appended: string
  errors: string
  /** What earlier imports have read. */
  imports: string
}

export function vaultPaths(root: string): VaultPaths {
  const local = join(root, '.sync')
  return {
    root,
    config: join(root, 'config.json'),
    events: join(root, 'events'),
    projects: join(root, 'projects'),
    index: join(root, 'memo.sqlite'),
    local,
    embeddings: join(local, 'embeddings.sqlite'),
    quarantine: join(local, 'quarantine'),
    lock: join(local, 'lock.sqlite'),
    holder: join(local, 'lock-holder.json'),
    commitLock: join(local, 'commit-lock.sqlite'),
    commitNote: join(local, 'commit-note.json'),
    syncLock: join(local, 'sync-lock.sqlite'),
    syncIndex: join(local, 'sync-index'),
    watchLock: join(local, 'watch-lock.sqlite'),
    watchSeen: join(local, 'watch-seen'),
    watchAsked: join(local, 'watch-asked'),
    scanTurn: join(local, 'scan-turn.json'),
    writer: join(local, 'writer.json'),
    appending: join(local, 'appending.json'),
    appended: join(local, 'appended.json'),
    errors: join(local, 'errors.jsonl'),
    imports: join(local, 'imports'),
  }
}

export const gitIgnore = `# The index can be folded from the log at any time; .sync belongs to this machine.
/memo.sqlite*
/.sync/
*.tmp
`

export const gitAttributes = `# Hashes are over bytes, so no line-ending conversion may touch these.
*.jsonl -text
*.md -text
# What follows from the log is written anew after a merge, so git need not stop for it.
projects/** merge=memo
`
