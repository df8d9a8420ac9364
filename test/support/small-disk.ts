/** A disk of its own in memory, whose room the test decides; only for root on Linux. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempDir } from './temp-dir.ts'

export const mayMount = process.platform === 'linux' && process.getuid?.() === 0

export interface SmallDisk {
  path: string
  /** As mount says it: `40k`, `1m`. */
  resize(size: string): void
  /** Leaves no room but what is taken. */
  fill(): void
  /** Lets nobody open a file in the folder to write any more. */
  freeze(folder: string): void
}

export async function withSmallDisk(size: string, work: (disk: SmallDisk) => Promise<void> | void): Promise<void> {
  const path = join(makeTempDir(), 'disk')
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'memo-test', path])
  const resize = (next: string): void => void execFileSync('mount', ['-o', `remount,size=${next}`, path])
  const fill = (): void => {
    const { blocks, bfree, bsize } = statfsSync(path)
    resize(String((blocks - bfree) * bsize))
  }
  const mounted = [path]
  const freeze = (folder: string): void => {
    execFileSync('mount', ['--bind', folder, folder])
    mounted.push(folder)
    execFileSync('mount', ['-o', 'remount,ro,bind', folder])
  }
  try {
    await work({ path, resize, fill, freeze })
  } finally {
    for (const folder of mounted.toReversed()) execFileSync('umount', [folder])
  }
}
