/** A machine as small as one can be: a home of its own, and a PATH with Node, npm, git and a shell, and no compiler. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export function openScratch() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memo-package-')))
  const bin = join(folder, 'bin')
  const home = join(folder, 'home')
  for (const made of [bin, home]) mkdirSync(made)
  symlinkSync(process.execPath, join(bin, 'node'))
  for (const name of ['npm', 'git', 'sh', 'bash', 'env', 'uname']) symlinkSync(find(name), join(bin, name))
  const env = { PATH: bin, HOME: home, LANG: 'C.UTF-8', npm_config_cache: process.env.npm_config_cache ?? npmCache() }
  return { folder, env, run, start, add }

  /** Runs a program to its end; throws with all that it said where the status is another than the one that is expected. */
  function run(program, args, { cwd = folder, input = '', status = 0, more = {} } = {}) {
    const result = spawnSync(program, args, {
      cwd,
      input,
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: 300_000,
    })
    if (result.status === status) return result
    const said = `${result.error ?? ''}${result.stdout}${result.stderr}`
    throw new Error(`${program} ${args.join(' ')}: status ${result.status}, not ${status}\n${said}`)
  }

  /** Starts a program that goes on, and gives it with the first line that it says. */
  async function start(program, args) {
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8')
    let said = ''
    for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
      said += text
      if (said.includes('\n')) return { child, line: said.split('\n')[0] }
    }
    throw new Error(`${program} ${args.join(' ')} ended`)
  }

  /** One more folder of programs, in front. */
  function add(place) {
    env.PATH = `${place}${delimiter}${env.PATH}`
  }
}

/** The first of the name in PATH that is no part of this repository. */
export function find(name) {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`there is no ${name} in PATH`)
  return realpathSync(found)
}

function npmCache() {
  return spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim()
}
