/** What the commits of a vault hold, read as git keeps it and not as it lies in the folder. */
import { execFileSync } from 'node:child_process'
import { decodeLine } from '../../src/events/codec.ts'
import { foldRecords, isPresent, type RecordState } from '../../src/events/fold.ts'
import { type StoredEvent, toEvent } from '../../src/events/schema.ts'
import { isFoldable } from '../../src/events/schema-guard.ts'
import { toFrontmatter } from '../../src/projections/files/render.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'

export interface CommitTree {
  id: string
  events: StoredEvent[]
  /** By `project/id`: frontmatter and body as the fold of the commit's log gives them. */
  byLog: { [record: string]: object }
  /** The same as the commit's record files say it. */
  byFiles: { [record: string]: object }
}

/** Every commit of the branch, oldest first. Throws where a log of one does not end with a whole line. */
export function readCommits(root: string): CommitTree[] {
  const git = (args: string[], input?: string): Buffer =>
    execFileSync('git', args, { cwd: root, input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'] })
  const blobs = new Map<string, Buffer>()
  const ids = git(['rev-list', '--reverse', 'HEAD']).toString().trim().split('\n')
  return ids.map((id) => {
    const listed = git(['ls-tree', '-r', '-z', id]).toString().split('\0').filter(Boolean)
    const entries = listed.map((entry) => {
      const [meta = '', path = ''] = entry.split('\t')
      return { path, blob: meta.split(' ')[2] ?? '' }
    })
    readBlobs(git, blobs, entries)
    return toTree(
      id,
      entries.map(({ path, blob }) => ({ path, bytes: blobs.get(blob) ?? Buffer.alloc(0) })),
    )
  })
}

type Git = (args: string[], input?: string) => Buffer

function readBlobs(git: Git, blobs: Map<string, Buffer>, entries: readonly { blob: string }[]): void {
  const wanted = [...new Set(entries.map(({ blob }) => blob))].filter((blob) => !blobs.has(blob))
  const output = git(['cat-file', '--batch'], `${wanted.join('\n')}\n`)
  let at = 0
  for (const blob of wanted) {
    const end = output.indexOf(0x0a, at)
    const size = Number(output.toString('utf8', at, end).split(' ')[2])
    blobs.set(blob, output.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
}

function toTree(id: string, files: readonly { path: string; bytes: Buffer }[]): CommitTree {
  const events = files.filter(({ path }) => path.startsWith('events/')).flatMap(({ bytes }) => decodeLog(bytes))
  const states = [...foldRecords(events).values()].filter(isPresent)
  const records = files.filter(({ path }) => /^projects\/[^/]+\/[^/]+\/[^/]+\.md$/.test(path))
  return {
    id,
    events,
    byLog: Object.fromEntries(states.map(sayState).sort()),
    byFiles: Object.fromEntries(records.map(({ bytes }) => sayFile(bytes)).sort()),
  }
}

function decodeLog(bytes: Buffer): StoredEvent[] {
  const lines = bytes.toString().split('\n')
  if (lines.pop() !== '') throw new Error('the log ends within a line')
  return lines.map((line) => toEvent(decodeLine(Buffer.from(line)))).filter(isFoldable)
}

function sayState(state: RecordState): [string, object] {
  return [`${state.project}/${state.id}`, { ...toFrontmatter(state), body: String(state.fields.body ?? '') }]
}

function sayFile(bytes: Buffer): [string, object] {
  const parsed = parseFrontmatter(bytes.toString())
  if (!parsed.ok) throw new Error(parsed.message)
  return [`${parsed.data.project}/${parsed.data.id}`, { ...parsed.data, body: parsed.body }]
}
