/** Another program that has a SQLite file in its hands. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { packageRoot } from './cli.ts'

export interface HeldDatabase {
  /** Kills the program; resolves when it is gone. */
  release(): Promise<void>
}

interface HoldOptions {
  /** An expression that opens what `path` names, with the module that is meant. */
  opening?: string
  /** Lets go by itself after so many milliseconds. */
  forMs?: number
}

/** Resolves when it holds the write lock of the file, until it is released or the test is over. */
export async function holdDatabase(path: string, options: HoldOptions = {}): Promise<HeldDatabase> {
  const { opening = "new (require('better-sqlite3'))", forMs = 2 ** 31 - 1 } = options
  const script = `const db = ${opening}(${JSON.stringify(path)})
    db.exec('BEGIN IMMEDIATE')
    console.log('held')
    setTimeout(() => { db.exec('COMMIT'); process.exit() }, ${forMs})`
  const holder = spawn(process.execPath, ['--no-warnings', '-e', script], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  const ended = once(holder, 'close')
  await once(holder.stdout, 'data')
  return {
    release: async () => {
      holder.kill('SIGKILL')
      await ended
    },
  }
}
