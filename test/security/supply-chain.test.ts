/** What comes along when memo is installed: every package pinned by its hash, and none that runs a program of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(packageRoot, name), 'utf8'))
const { packages } = read('package-lock.json') as { packages: { [path: string]: Locked } }
const manifest = read('package.json') as {
  scripts: { [name: string]: string }
  files: string[]
  dependencies: { [name: string]: string }
  allowScripts: { [name: string]: boolean }
}
const locked = Object.entries(packages).filter(([path]) => path !== '')

test('every package of the lock has its hash, and none comes from an address of its own', () => {
  const loose = locked.filter(([, { integrity, link }]) => !integrity?.startsWith('sha512-') || link === true)
  expect(loose.map(([path]) => path)).toEqual([])
  // An address in the lock would be one that the lock, and not who installs, has chosen.
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

test('no dependency names an address, a branch or a folder', () => {
  for (const range of Object.values(manifest.dependencies)) expect(range).toMatch(/^\^\d+\.\d+\.\d+$/)
})

test('no package that memo is installed with runs a script that this one has not decided about', () => {
  const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
  const undecided = scripts.filter((path) => !((path.split('node_modules/').at(-1) ?? '') in manifest.allowScripts))
  expect(undecided).toEqual([])
  const names = Object.keys(manifest.scripts)
  expect(names.filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([])
})
