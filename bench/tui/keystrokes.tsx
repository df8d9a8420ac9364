/** How long it takes from a key to the frame that shows what was found, in the screen itself, on a terminal that only counts. */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { render } from 'ink'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { App } from '../../src/tui/app.tsx'
import { startState } from '../../src/tui/state.ts'
import { openStore } from '../../src/tui/store.ts'
import { openHost } from '../../src/tui/vault-host.ts'
import { toVerbs } from '../../src/tui/verbs.ts'

export interface Keystroke {
  query: string
  /** Milliseconds until the key was on the screen. */
  echoed: number
  /** Milliseconds until what was found was. */
  found: number
}

/** Types each text key by key, as fast as a person who looks at what comes. */
export async function typeInto(root: string, project: string, texts: readonly string[]): Promise<Keystroke[]> {
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
  const { stdin, stdout } = fakeTerminal()
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
    const [before, begun] = [stdout.writes, performance.now()]
    stdin.push(key)
    await until(() => stdout.writes > before)
    const echoed = stdout.last - begun
    await until(() => store.get().found?.query === query)
    const painted = stdout.writes
    // A frame that is the same as the one before is not written.
    const patience = performance.now() + 60
    await until(() => stdout.writes > painted || performance.now() > patience)
    if (stdout.writes > painted) strokes.push({ query, echoed, found: stdout.last - begun })
    // Reading takes a person longer than this.
    await pause(60)
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

/** Keeps nothing of what is written but when it was. */
function fakeTerminal() {
  const stdout = Object.assign(new EventEmitter(), {
    ...{ isTTY: true, columns: 120, rows: 40, writable: true, writes: 0, last: 0 },
    write: (_: string, done?: () => void): boolean => {
      stdout.writes += 1
      stdout.last = performance.now()
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
  return { stdin, stdout }
}
