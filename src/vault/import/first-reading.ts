/** The first reading of a source: what there is, what it is called, and which record each thing will be. */
import { stopPoints } from '../../lib/stop-point.ts'
import type { ImportRun } from './run.ts'
import type { ImportItem } from './source.ts'

/** Fills the run's plan. */
export async function readFirst(run: ImportRun): Promise<void> {
  const { source, input, reading } = run
  const mayStop = stopPoints(input.signal)
  let done = 0
  for await (const item of source.read(input.paths, reading)) {
    await mayStop()
    meet(run, item)
    input.onProgress?.(++done, undefined)
  }
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
