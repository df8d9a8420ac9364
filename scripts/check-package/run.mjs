/**
 * Packs memo, installs the archive as its users do (`npm i -g`, as a dependency, `npm exec`), without install scripts and
 * without a compiler, and uses what is there. Needs a build and a registry. Ends with 1 where anything is not as it should be.
 */
import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checksOf } from './checks.mjs'
import { openScratch } from './scratch.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const scratch = openScratch()
const prefix = join(scratch.folder, 'prefix')
const modules = join(prefix, 'lib/node_modules')

try {
  const archive = pack()
  for (const [what, check] of Object.entries(checksOf(scratch, { root, archive, name, version, modules, prefix }))) {
    const start = performance.now()
    const said = await check()
    console.log(`ok  ${what}${said === undefined ? '' : ` (${said})`}  ${Math.round(performance.now() - start)} ms`)
  }
  tellSizes(archive)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  rmSync(scratch.folder, { recursive: true, force: true })
}

function pack() {
  const call = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', scratch.folder]
  return join(scratch.folder, execFileSync('npm', call, { cwd: root, encoding: 'utf8' }).trim())
}

function tellSizes(archive) {
  const files = globSync('**', { cwd: modules }).filter((path) => lstatSync(join(modules, path)).isFile())
  const own = files.filter((path) => !path.includes(`${sep}node_modules${sep}`))
  const packages = files.filter((path) => /(^|node_modules[\\/])(@[^\\/]+[\\/])?[^\\/]+[\\/]package\.json$/.test(path))
  console.log(`${basename(archive)}: ${toMb([archive])}`)
  console.log(
    `installed: ${toMb(inModules(files))} in ${packages.length} packages, of which memo is ${toMb(inModules(own))}`,
  )
}

function inModules(paths) {
  return paths.map((path) => join(modules, path))
}

function toMb(paths) {
  return `${(paths.reduce((sum, path) => sum + lstatSync(path).size, 0) / 1e6).toFixed(1)} MB`
}
