/** The first reading of a source: what there is, what it is called, and which record each thing will be. */
import { stopPoints } from '../../lib/stop-point.ts'
import type { ImportRun } from './run.ts'
import type { ImportItem } from './source.ts'

/** Letters of all bodies that are kept for the second reading: to read and parse them again takes longer than to write some. */
const mostKept = 2 * 1024 * 1024

/** Fills the run's plan. Gives what there is, where that is little enough to be held in memory. */
export async function readFirst(run: ImportRun): Promise<ImportItem[] | undefined> {
  const { source, input, reading } = run
  const mayStop = stopPoints(input.signal)
  const kept: ImportItem[] = []
  let room = mostKept
  let done = 0
  for await (const item of source.read(input.paths, reading)) {
    await mayStop()
    meet(run, item)
    room -= sizeOf(item)
    if (room >= 0) kept.push(item)
    else kept.length = 0
    input.onProgress?.(++done, undefined)
  }
  // What was passed over as known may link to something that has come since.
  const isPassed = (item: ImportItem): boolean => !('known' in item) || reading.isKnown(item.origin, item.stamp)
  return room >= 0 && kept.every(isPassed) ? kept : undefined
}

/** Beside its body an item has some fields, names and numbers. */
const besideBody = 500

function sizeOf(item: ImportItem): number {
  return besideBody + ('record' in item ? item.record.body.length : 0)
}

function meet({ plan, memory, aim }: ImportRun, item: ImportItem): void {
  if ('known' in item) {
    const known = memory.find(item.origin)
    if (known !== undefined) plan.keep(item.origin, { names: [], supersedes: undefined, ...known })
  } else if ('record' in item) {
    const { mapped, project } = aim(item)
    if (!mapped.skip) plan.place(item, project)
  }
}
