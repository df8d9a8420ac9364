/** Which commit of the vault's repository brought which event, by the trailers of the commit messages. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plainLog, runGit } from './git-process.ts'
import { splitNul } from './tree.ts'

export interface HoldingCommit {
  hash: string
  /** When it was made (ISO 8601). */
  at: string
  subject: string
}

interface TrailedCommit extends HoldingCommit {
  writers: string[]
  /** Ids, or `FIRST..LAST` for all of the writer from one to another. */
  events: string[]
}

const separator = '\x1f'
const trailer = (name: string): string => `%(trailers:key=${name},valueonly,separator=%x20)`
// The subject stands last, so that nothing in it can be taken for another field.
const format = ['%H', '%cI', trailer('Memo-Writer'), trailer('Memo-Event'), '%s'].join('%x1f')

/** Histories may be long. */
const timeoutMs = 120_000

/** By event id. What no commit holds is not there; nor is anything where git cannot be asked, which is no error. */
export async function findHoldingCommits(
  root: string,
  events: readonly { id: string; writer: string }[],
): Promise<Map<string, HoldingCommit>> {
  const found = new Map<string, HoldingCommit>()
  for (const { writers, events: held, ...commit } of await readTrail(root)) {
    for (const event of events) if (holds({ writers, events: held }, event)) found.set(event.id, commit)
  }
  return found
}

/** Newest first, so that of two commits that name an event the older stands: it is asked last. */
async function readTrail(root: string): Promise<TrailedCommit[]> {
  if (!existsSync(join(root, '.git'))) return []
  try {
    const text = await runGit(root, ['log', '-z', `--format=${format}`], { config: plainLog, timeoutMs })
    return splitNul(text).flatMap(toCommit)
  } catch {
    // No git, no commit yet, a repository that is damaged: the history of a record is told by its events.
    return []
  }
}

function toCommit(text: string): TrailedCommit[] {
  const [hash = '', at = '', writers = '', events = '', ...subject] = text.split(separator)
  if (events === '') return []
  return [{ hash, at, writers: writers.split(' '), events: events.split(' '), subject: subject.join(separator) }]
}

function holds({ writers, events }: Pick<TrailedCommit, 'writers' | 'events'>, event: { id: string; writer: string }) {
  if (events.includes(event.id)) return true
  return writers.includes(event.writer) && events.some((range) => isWithin(range, event.id))
}

function isWithin(range: string, id: string): boolean {
  const [first = '', last] = range.split('..')
  return last !== undefined && first <= id && id <= last
}
