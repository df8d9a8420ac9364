/** A home of its own for each program: none finds what another one, or the person who measures, has set up. */
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Makes the folders too. */
export function makeEnvironment(home: string, more: { [name: string]: string } = {}): NodeJS.ProcessEnv {
  const folders = {
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  return {
    ...folders,
    // The Node that runs this runs all of them.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    GIT_AUTHOR_NAME: 'bench',
    GIT_AUTHOR_EMAIL: 'bench@localhost',
    GIT_COMMITTER_NAME: 'bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
    ...more,
  }
}
