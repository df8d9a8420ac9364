/**
 * Tidying up what this machine keeps and could make anew: the index, the vectors beside it, the packs of git. No answer
 * changes by it, and no event is written. In steps that let others in between; what was interrupted is gone on with by the
 * next run.
 */
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describeGitTrouble } from '../../audit/git.ts'
import { packObjects } from '../../audit/pack.ts'
import { MemoError, messageOf } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import {
  checkpoint,
  dropSeenBefore,
  measureFile,
  mergeFullText,
  type SchemaName,
  vacuum,
} from '../../projections/index/tidy-index.ts'
import { openVectors } from '../embedding/embedder.ts'
import { isInTheWay } from '../in-the-way.ts'
import { assertWritable } from '../read-only.ts'
import { refresh, withIndexRecovery } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { measureSizes, type Sizes } from './sizes.ts'
import { noteTidied, oldestKept } from './tidy.ts'

export const optimizeSteps = ['sessions', 'search', 'index', 'vectors', 'journal', 'git'] as const

export interface OptimizeStep {
  what: (typeof optimizeSteps)[number]
  /** `needless` where nothing was to be gained, `left` where something was in the way. */
  outcome: 'done' | 'needless' | 'left'
  /** What was in the way. */
  reason?: string
}

export interface OptimizeInput {
  /** Ends it after the step that is under way; the next run goes on. */
  signal?: AbortSignal | undefined
  /** Told how many steps are done. */
  onStep?: ((steps: number) => void) | undefined
}

export interface OptimizeResult {
  steps: OptimizeStep[]
  before: Sizes
  after: Sizes
}

/** Throws READ_ONLY, and BUSY where another writer keeps the vault for longer than the settings wait. */
export async function optimizeVault(vault: Vault, input: OptimizeInput = {}): Promise<OptimizeResult> {
  assertWritable(vault)
  await refresh(vault, 'none')
  assertWritable(vault)
  return withIndexRecovery(vault, async () => {
    const before = await measureSizes(vault)
    const steps: OptimizeStep[] = []
    for (const what of optimizeSteps) steps.push({ what, ...(await tryStep(vault, what, input)) })
    if (steps.every(({ outcome }) => outcome !== 'left')) locked(vault, () => noteTidied(vault))
    return { steps, before, after: await measureSizes(vault) }
  })
}

type Ended = Omit<OptimizeStep, 'what'>

/** The index in the hands of another program, or a full disk, ends one step only; another writer of the vault ends it all. */
async function tryStep(vault: Vault, what: OptimizeStep['what'], input: OptimizeInput): Promise<Ended> {
  try {
    return await runStep(vault, what, input)
  } catch (error) {
    if (error instanceof MemoError || !isInTheWay(error)) throw error
    return { outcome: 'left', reason: messageOf(error) }
  }
}

async function runStep(vault: Vault, what: OptimizeStep['what'], input: OptimizeInput): Promise<Ended> {
  await stopPoint(input.signal)
  switch (what) {
    case 'sessions':
      return toEnded(locked(vault, () => dropSeenBefore(vault.projections.db, oldestKept(vault))) > 0)
    case 'search':
      return merge(vault, input)
    case 'index':
      return compact(vault, 'main')
    case 'vectors':
      return openVectors(vault, { create: false }) ? compact(vault, 'vectors') : { outcome: 'needless' }
    case 'journal':
      return checkpoint(vault.projections.db) ? { outcome: 'done' } : { outcome: 'left', reason: 'somebody reads' }
    case 'git':
      return pack(vault)
  }
}

function toEnded(isDone: boolean): Ended {
  return { outcome: isDone ? 'done' : 'needless' }
}

/** The work between two steps belongs to others. */
function locked<T>(vault: Vault, work: () => T): T {
  return vault.lock.hold(vault.config.lock.waitMs, 'optimize', work)
}

async function merge(vault: Vault, { signal, onStep }: OptimizeInput): Promise<Ended> {
  const merging = mergeFullText(vault.projections.db, { whole: true })
  for (let steps = 0; ; steps++) {
    if (locked(vault, () => merging.next()).done) return toEnded(steps > 0)
    onStep?.(steps)
    await stopPoint(signal)
  }
}

/** Less is not worth writing the whole file anew. */
const leastFreeShare = 0.05

/** SQLite writes the new file twice before it lets go of the old one: beside it, and into its journal. */
const roomFor = 2

function compact(vault: Vault, schema: SchemaName): Ended {
  const { paths, projections } = vault
  const { bytes, free } = measureFile(projections.db, schema)
  if (free < bytes * leastFreeShare) return { outcome: 'needless' }
  const { bavail, bsize } = statfsSync(paths.root)
  if (bavail * bsize < (bytes - free) * roomFor) return { outcome: 'left', reason: 'the disk has too little room' }
  locked(vault, () => vacuum(projections.db, schema))
  return { outcome: 'done' }
}

async function pack({ paths, config }: Vault): Promise<Ended> {
  if (config.git.commit === 'off' || !existsSync(join(paths.root, '.git'))) return { outcome: 'needless' }
  try {
    await packObjects(paths.root)
    return { outcome: 'done' }
  } catch (error) {
    return { outcome: 'left', reason: describeGitTrouble(error) }
  }
}
