/** What a command loads before it has done anything: parsers and schemas are loaded only by those that need them. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './support/cli.ts'

const heavy = ['zod', 'yaml', 'simple-git', 'fast-glob', 'ignore', 'string-width']

test.each(['search', 'get', 'bootstrap'])(
  'memo %s that finds the vault up to date loads no parser and no schema',
  (command) => {
    const packages = packagesOf(join(packageRoot, `dist/commands/${command}.js`))
    expect(packages).toContain('@oclif/core')
    for (const name of heavy) expect(packages).not.toContain(name)
  },
)

/** The packages bundled into a file and into the chunks that it imports statically. */
function packagesOf(entry: string): string[] {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string): void => {
    if (files.has(path)) return
    files.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, name = ''] of text.matchAll(/^ *\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)) packages.add(name)
    for (const [, target = ''] of text.matchAll(/^(?:import|export)\s*(?:[^"';]+from\s*)?"(\.[^"]+)"/gm)) {
      visit(resolve(dirname(path), target))
    }
  }
  visit(entry)
  return [...packages]
}
