/** What a command loads before it has done anything: parsers and schemas are loaded only by those that need them. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot, preloading } from './support/cli.ts'
import { makeCliVault } from './support/cli-vault.ts'

const heavy = ['zod', 'yaml', 'simple-git', 'fast-glob', 'ignore', 'string-width']

test.each(['search', 'get', 'bootstrap'])(
  'memo %s that finds the vault up to date loads no parser and no schema',
  (command) => {
    const packages = packagesOf(join(packageRoot, `dist/commands/${command}.js`))
    expect(packages).toContain('@oclif/core')
    for (const name of heavy) expect(packages).not.toContain(name)
  },
)

test('a search that finds the vault up to date loads no module of Node that it does not use', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--id', 'car', '--kind', 'note', '--title', 'Car', '--body', 'A car.', '--project', 'acme'])
  const { stdout, stderr } = await memo(['search', 'car', '--project', 'acme', '--json'], preloading('builtins.cjs'))
  expect(stdout).toContain('"id": "car"')
  const builtins = /^builtins: (.*)$/m.exec(stderr)?.[1]?.split(' ')
  expect(builtins).toContain('fs')
  // The last two make standard output, which an answer into a pipe goes past.
  for (const name of ['crypto', 'zlib', 'perf_hooks', 'child_process', 'net', 'tty'])
    expect(builtins).not.toContain(name)
})

/** The packages bundled into a file and into the chunks that it imports statically. */
function packagesOf(entry: string): string[] {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string): void => {
    if (files.has(path)) return
    files.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, name = ''] of text.matchAll(/^ *\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)) packages.add(name)
    const imported = text.matchAll(/^(?:import|export)\s*(?:[^"';]+from\s*)?"(\.[^"]+)"/gm)
    const run = text.matchAll(/new URL\("(\.\/[^"]+\.cjs)", /g)
    for (const [, target = ''] of [...imported, ...run]) visit(resolve(dirname(path), target))
  }
  visit(entry)
  return [...packages]
}
