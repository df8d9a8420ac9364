/** One program with its store, through all that is measured of it. What fails is told with its reason and left out. */
import { existsSync, mkdirSync } from 'node:fs'
import { summarise, type Timing } from '../measure.ts'
import { sizeOf } from '../scaling/tools.ts'
import { type Cost, runAll, runCommand } from './cost.ts'
import type { Server, Store } from './peer.ts'
import { processorTime, treeMemory } from './process-tree.ts'

export type Work = 'load' | 'rebuild' | 'refresh' | 'cold' | 'warm'

export interface Measured {
  /** Milliseconds. */
  wall: Timing
  /** Of the processor: the median, or of a server the mean, whose single searches are shorter than the clock's tick. */
  cpuMs: number
  /** The median of what the largest process held; of a server the most. */
  memoryMb: number
}

export interface PeerCosts {
  name: string
  works: { [work in Work]?: Measured }
  /** Documents that the last cold search named, ten at most: one that names none has hardly worked. */
  found?: number
  indexMb?: number
  diskMb?: number
  failures: { work: Work; reason: string }[]
}

export class Runner {
  readonly costs: PeerCosts
  private readonly open: (home: string) => Store
  private readonly all = new Map<Work, Cost[]>()
  private store: Store | undefined
  private server: Server | undefined
  private serverCpuMs = 0

  constructor(name: string, open: (home: string) => Store) {
    this.costs = { name, works: {}, failures: [] }
    this.open = open
  }

  /**
   * Each load is into a home of its own, and the ones before it stay: for half a minute after many files are deleted, ext4 without a
   * journal takes twenty times as long to make one, as it passes over each inode that has just come free.
   */
  async load(home: string): Promise<void> {
    await this.attempt('load', async () => {
      await this.store?.close?.()
      mkdirSync(home, { recursive: true })
      this.store = this.open(home)
      await this.store.prepare?.()
      const cost = await runAll(this.store.load, this.store.daemon?.())
      this.store.loaded?.(cost.stdout)
      if (this.store.load.length > 0) this.keep('load', cost)
    })
  }

  async repeat(work: 'refresh' | 'rebuild', counts: boolean): Promise<void> {
    const commands = this.store?.[work]
    if (commands === undefined) return
    await this.attempt(work, async () => {
      const cost = await runAll(commands, this.store?.daemon?.())
      if (counts) this.keep(work, cost)
    })
  }

  async searchCold(query: string, counts: boolean): Promise<void> {
    const store = this.store
    if (store === undefined) return
    await this.attempt('cold', async () => {
      const cost = await runCommand(store.search(query), store.daemon?.())
      this.costs.found = Math.min(10, store.read(cost.stdout).length)
      if (counts) this.keep('cold', cost)
    })
  }

  async serve(): Promise<void> {
    await this.attempt('warm', async () => {
      this.server = await this.store?.serve?.()
    })
  }

  async searchWarm(query: string, counts: boolean): Promise<void> {
    const server = this.server
    if (server === undefined) return
    await this.attempt('warm', async () => {
      const start = performance.now()
      await server.search(query)
      const wallMs = performance.now() - start
      if (counts) this.keep('warm', { wallMs, cpuMs: 0, memoryMb: 0, stdout: '' })
      else this.serverCpuMs = timeOf(server)
    })
  }

  finish(): PeerCosts {
    for (const [work, costs] of this.all) this.costs.works[work] = summariseCosts(costs)
    const { warm } = this.costs.works
    if (warm !== undefined && this.server?.pid !== undefined) {
      warm.cpuMs = (timeOf(this.server) - this.serverCpuMs) / warm.wall.runs
      warm.memoryMb = treeMemory(this.server.pid)
    }
    const { index = [], all = [] } = this.store?.disk ?? {}
    if (index.length > 0) this.costs.indexMb = sizeOfAll(index)
    if (all.length > 0) this.costs.diskMb = sizeOfAll(all)
    return this.costs
  }

  async close(): Promise<void> {
    await this.server?.close()
    await this.store?.close?.()
  }

  private keep(work: Work, cost: Cost): void {
    this.all.set(work, [...(this.all.get(work) ?? []), cost])
  }

  /** What has failed once is not tried again, nor is anything after a load that failed. */
  private async attempt(work: Work, run: () => Promise<void>): Promise<void> {
    if (this.costs.failures.some((failure) => failure.work === work || failure.work === 'load')) return
    try {
      await run()
    } catch (error) {
      this.costs.failures.push({ work, reason: error instanceof Error ? error.message : String(error) })
    }
  }
}

function timeOf({ pid }: Server): number {
  return pid === undefined ? 0 : processorTime(pid)
}

function summariseCosts(costs: readonly Cost[]): Measured {
  const of = (name: 'wallMs' | 'cpuMs' | 'memoryMb'): Timing =>
    summarise(
      name,
      costs.map((cost) => cost[name]),
    )
  return { wall: of('wallMs'), cpuMs: of('cpuMs').median, memoryMb: of('memoryMb').median }
}

function sizeOfAll(paths: readonly string[]): number {
  return paths.filter((path) => existsSync(path)).reduce((sum, path) => sum + sizeOf(path), 0)
}
