/** Packages of npm and Debian in a folder of their own. A second run finds them there and needs no network. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a package may take to come: the largest are some hundred megabytes. */
const timeout = 15 * 60_000

/** Install scripts are not run: they would fetch models and compilers. */
export function installFromNpm(folder: string, packages: readonly string[], options: readonly string[] = []): void {
  const mark = join(folder, 'installed.json')
  const wanted = JSON.stringify([...packages, ...options])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  runTool('npm', ['install', '--prefix', folder, ...quiet, ...options, ...packages], folder)
  writeFileSync(mark, wanted)
}

/** The files of a package without those that it depends on, in `package/`. */
export function unpackFromNpm(folder: string, name: string): void {
  const mark = join(folder, 'unpacked.txt')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === name) return
  mkdirSync(folder, { recursive: true })
  const file = runTool('npm', ['pack', '--loglevel=error', name], folder).trim().split('\n').at(-1) ?? ''
  runTool('tar', ['xzf', file], folder)
  writeFileSync(mark, name)
}

/**
 * Unpacks a package and what it needs that the system lacks; nothing is installed into the system.
 * @returns the folder that stands for `/`
 */
export function unpackFromDebian(folder: string, name: string): string {
  const root = join(folder, 'root')
  const mark = join(folder, 'unpacked.txt')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === name) return root
  mkdirSync(root, { recursive: true })
  runTool('apt-get', ['download', ...listMissing(name, folder)], folder)
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.deb'))) {
    runTool('dpkg-deb', ['--extract', file, root], folder)
  }
  writeFileSync(mark, name)
  return root
}

function listMissing(name: string, folder: string): string[] {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances']
  const options = ['depends', '--recurse', ...kinds.map((kind) => `--no-${kind}`), name]
  const names = runTool('apt-cache', options, folder)
    .split('\n')
    .filter((line) => /^\w/.test(line))
  const installed = new Set(runTool('dpkg-query', ['--show', '--showformat', `\${Package}\n`], folder).split('\n'))
  return [...new Set(names)].filter((each) => each === name || !installed.has(each))
}

/** @throws Error with the last line that the tool said */
export function runTool(tool: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): string {
  try {
    const place = { cwd, env: env ?? makeToolEnvironment() }
    return execFileSync(tool, args, { ...place, timeout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string }
    const said = stderr.trim().split('\n').at(-1) ?? ''
    throw new Error(`${tool} ${args[0] ?? ''}: ${said === '' ? message.split('\n')[0] : said}`, { cause: error })
  }
}

/** As the person has it, less what npm tells its scripts of this repository: another npm would take it for its own place. */
function makeToolEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  return { ...Object.fromEntries(kept), PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` }
}
