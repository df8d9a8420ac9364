/**
 * What git's history holds of the event log: every version of every segment in the commits behind HEAD, now or before. By their ids
 * alone: the id of a version that is a beginning of the file today follows from the file's bytes, so none is fetched.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findSegment } from '../events/segments.ts'
import { findCommit } from './branch.ts'
import { plainLog, runGit } from './git-process.ts'
import { blobId } from './tree.ts'

export interface LogVersion {
  /** The newest commit that brought it. */
  commit: string
  writer: string
  segment: number
  blob: string
  size: number
}

export interface LogHistory {
  /** Commits that changed the log. */
  commits: number
  /** Each once, by writer and segment. */
  versions: LogVersion[]
}

/**
 * `head` is what HEAD holds or has held, which a reset leaves in its reflog; `everything` also what other refs and their
 * reflogs still name.
 */
export type HistoryRange = 'head' | 'everything'

/** Undefined where there is no repository or no commit. Throws what git says. */
export async function readLogHistory(root: string, range: HistoryRange = 'head'): Promise<LogHistory | undefined> {
  if (!existsSync(join(root, '.git'))) return undefined
  if ((await findCommit(root, 'HEAD')) === undefined) return undefined
  const input = range === 'head' ? await runGit(root, ['reflog', 'show', '--format=%H', 'HEAD', '--']) : ''
  const listed = await runGit(root, toListing(range), { input, timeoutMs: historyTimeoutMs, config: plainLog })
  const { commits, versions } = parseHistory(String(listed))
  const ids = [...versions.values()].map(({ blob }) => blob)
  const sizes = await readSizes(root, ids)
  const sized = [...versions.values()].map((version) => ({ ...version, size: sizes.get(version.blob) ?? 0 }))
  return { commits, versions: sized.sort(byPlace) }
}

/** The bytes of a version. */
export function readVersion(root: string, { blob }: Pick<LogVersion, 'blob'>): Promise<Buffer> {
  return runGit(root, ['cat-file', 'blob', blob])
}

/** Whether these bytes are the version that git has under this id. */
export function isVersion(bytes: Uint8Array, { blob }: Pick<LogVersion, 'blob'>): boolean {
  return blobId(bytes, blob) === blob
}

/** Thousands of commits are walked in seconds; this is for a disk that does not answer. */
const historyTimeoutMs = 120_000

function toListing(range: HistoryRange): string[] {
  return [
    ...['log', '-z', '-m', '--raw', '--no-abbrev', '--no-renames', '--format=%H'],
    // A commit that was pruned is nothing to stop at.
    ...['--diff-filter=AMT', ...(range === 'everything' ? ['--all', '--reflog'] : ['--ignore-missing', '--stdin'])],
    ...['HEAD', '--', 'events'],
  ]
}

function parseHistory(text: string): { commits: number; versions: Map<string, Omit<LogVersion, 'size'>> } {
  const versions = new Map<string, Omit<LogVersion, 'size'>>()
  const commits = new Set<string>()
  let commit = ''
  const parts = text.split('\0').map((part) => part.trimStart())
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{40,64}$/.test(part)) commit = part
    const blob = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AMT]$/.exec(part)?.[1]
    if (blob === undefined) continue
    commits.add(commit)
    const path = parts[index + 1] ?? ''
    const segment = findSegment(path)
    const key = `${path} ${blob}`
    if (segment === undefined || versions.has(key)) continue
    versions.set(key, { commit, ...segment, blob })
  }
  return { commits: commits.size, versions }
}

async function readSizes(root: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const command = ['cat-file', '--batch-check=%(objectname) %(objectsize)']
  const said = String(await runGit(root, command, { input: `${ids.join('\n')}\n` }))
  const pairs = said.split('\n').map((line) => line.split(' '))
  return new Map(pairs.map(([id = '', size]) => [id, Number(size)]))
}

function byPlace(a: LogVersion, b: LogVersion): number {
  if (a.writer !== b.writer) return a.writer < b.writer ? -1 : 1
  return a.segment - b.segment || a.size - b.size
}
