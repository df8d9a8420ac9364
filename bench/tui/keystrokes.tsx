/** How long it takes from a key to the frame that shows what was found, in the screen itself, on a terminal that only counts. */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import chalk from 'chalk'
import { render } from 'ink'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { App } from '../../src/tui/app.tsx'
import { type State, startState } from '../../src/tui/state.ts'
import { openStore } from '../../src/tui/store.ts'
import { openHost } from '../../src/tui/vault-host.ts'
import { toVerbs } from '../../src/tui/verbs.ts'

export interface Keystroke {
  query: string
  /** Milliseconds until the key was on the screen. */
  echoed: number
  /** Milliseconds until what was found was. */
  found: number
  /** Milliseconds until the text of the selected record was, and nothing was left to paint. */
  settled: number
  frames: number
  /** Characters that were written to the terminal. */
  written: number
}

/** So long (ms) a person looks at what came. */
const quietMs = 120

/** Types each text key by key, as fast as a person who looks at what comes. */
export async function typeInto(root: string, project: string, texts: readonly string[]): Promise<Keystroke[]> {
  // As on a terminal, whatever this process writes to.
  chalk.level = 2
  const host = await openHost(root, root)
  const place = { label: project, projects: [project], allProjects: false }
  const base = {
    ...{ ...noNarrowing, kinds: undefined, statuses: undefined, includeScratch: false, includeExpired: false },
    ...{ asOf: undefined, projects: [project], allProjects: false, cwd: root, scan: 'none' as const },
  }
  const verbs = toVerbs(host, base)
  const store = openStore(
    startState({ query: '', filters: { kind: undefined, sort: 'relevance', days: undefined, place } }),
  )
  const { stdin, stdout, frames } = fakeTerminal(() => store.get())
  const start = await verbs.news(false)
  const outside = { edit: async () => '', write: () => {}, end: () => {} }
  const screen = render(<App {...{ store, verbs, outside, start }} />, {
    ...{ stdin: stdin as never, stdout: stdout as never, exitOnCtrlC: false, interactive: true, maxFps: 60 },
    ...{ alternateScreen: true, incrementalRendering: true, patchConsole: false },
  })
  const strokes: Keystroke[] = []
  const until = async (isDone: () => boolean): Promise<void> => {
    const end = performance.now() + 10_000
    while (!isDone() && performance.now() < end) await pause(1)
  }
  const type = async (key: string, query: string): Promise<void> => {
    frames.length = 0
    const begun = performance.now()
    stdin.push(key)
    await until(() => store.get().found?.query === query)
    const known = performance.now()
    // What is painted later was not painted for the key.
    await pause(quietMs)
    const written = frames.reduce((sum, frame) => sum + frame.written, 0)
    // A frame that is the same as the one before is not written.
    const found = frames.find((frame) => frame.found === query)?.at ?? known
    const times = { echoed: (frames[0]?.at ?? known) - begun, settled: (frames.at(-1)?.at ?? known) - begun }
    strokes.push({ query, ...times, found: found - begun, frames: frames.length, written })
  }
  await until(() => store.get().found !== undefined)
  for (const text of texts) {
    for (const [index, key] of [...text].entries()) await type(key, text.slice(0, index + 1))
    stdin.push('\x15')
    await until(() => store.get().found?.query === '')
    await pause(60)
  }
  screen.unmount()
  await host.close()
  return strokes
}

interface Frame {
  /** When all of it was written (ms). */
  at: number
  /** The query whose results it shows. */
  found: string | undefined
  written: number
}

const endOfFrame = '\x1b[?2026l'

/** Keeps nothing of what is written but when it was, and how much. */
function fakeTerminal(stateOf: () => State) {
  const frames: Frame[] = []
  let written = 0
  const stdout = Object.assign(new EventEmitter(), {
    ...{ isTTY: true, columns: 120, rows: 40, writable: true },
    write: (text: string, done?: () => void): boolean => {
      written += text.length
      if (text === endOfFrame) {
        frames.push({ at: performance.now(), found: stateOf().found?.query, written })
        written = 0
      }
      if (typeof done === 'function') setImmediate(done)
      return true
    },
  })
  const waiting: string[] = []
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    ...{ setRawMode: () => {}, setEncoding: () => {}, ref: () => {}, unref: () => {} },
    read: () => waiting.shift() ?? null,
    push: (key: string): void => {
      waiting.push(key)
      stdin.emit('readable')
    },
  })
  return { stdin, stdout, frames }
}
