/** The life of the screen: from the first frame until the terminal is as it was, however it ends. */
import chalk from 'chalk'
import { render } from 'ink'
import { App, type AppProps } from './app.tsx'
import { editRecord } from './edit-record.ts'
import { type Endings, endings } from './endings.ts'
import { everywhere, type Filters, type ProjectChoice } from './filters.ts'
import type { Ref } from './ref.ts'
import { startState } from './state.ts'
import { openStore } from './store.ts'
import { openHost } from './vault-host.ts'
import { type BaseSearch, toVerbs } from './verbs.ts'

export interface TuiOptions {
  /** The vault. */
  root: string
  cwd: string
  /** What the search is narrowed to. */
  base: BaseSearch
  query: string
  sort: Filters['sort']
  /** Lets a person edit a file, and settles when that is done. */
  openEditor(path: string): Promise<void>
  isColored: boolean
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
}

/** Frames per second at most: what was found is to be seen within a frame of a common screen. */
const maxFps = 60

/**
 * Shows the screen until somebody ends it, and gives the exit status: 0, or 128 and the number of the signal. Throws what
 * opening the vault throws, and what goes wrong on the way, with the terminal as it was.
 */
export async function runTui(options: TuiOptions): Promise<number> {
  const host = await openHost(options.root, options.cwd)
  try {
    const verbs = toVerbs(host, options.base)
    const start = await verbs.news(true)
    const place = toFirstPlace(options.base, await verbs.places())
    const filters = { kind: undefined, sort: options.sort, days: undefined, place }
    const store = openStore(startState({ query: options.query, filters }))
    host.onNotice((text) => store.dispatch({ type: 'told', message: { text, tone: 'info' } }))
    const ending = endings(() => store.get().isAway)
    const outside = {
      edit: (ref: Ref) => editRecord(host, ref, options.openEditor),
      write: (sequence: string) => void options.stdout.write(sequence),
      end: ending.end,
    }
    return await show({ store, verbs, start, outside }, options, ending).finally(ending.release)
  } finally {
    await host.close()
  }
}

/** What was asked for, else the project of the working directory if it holds anything, else all. */
function toFirstPlace(
  { projects, allProjects }: BaseSearch,
  places: { current: string; all: ProjectChoice[] },
): ProjectChoice {
  if (allProjects) return everywhere
  if (projects.length > 0) return { label: projects.join(', '), projects, allProjects: false }
  return places.all.find(({ label }) => label === places.current) ?? everywhere
}

async function show(props: AppProps, { stdin, stdout, isColored }: TuiOptions, ending: Endings): Promise<number> {
  // Ink paints with this; NO_COLOR means nothing to it.
  if (!isColored) chalk.level = 0
  const screen = render(<App {...props} />, {
    ...{ stdin, stdout, exitOnCtrlC: false, alternateScreen: true, incrementalRendering: true, maxFps },
    // Whether there is a terminal was asked before, and CI too.
    interactive: true,
  })
  ending.onCrash(screen.unmount)
  try {
    // It settles by itself only when something in it throws.
    const crash = screen.waitUntilExit().then(() => 0)
    return await Promise.race([ending.status, crash])
  } finally {
    screen.unmount()
    await screen.waitUntilExit().catch(() => {})
  }
}
