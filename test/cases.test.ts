/**
 * `cases.md` beside this file: the cases that people met in systems of this kind, and the tests that hold each. The lists
 * of files are made here; `-u` writes them anew. A case is added by a line of its own, and by tests that carry its id.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './support/cli.ts'

const folder = join(packageRoot, 'test')
const page = readFileSync(join(folder, 'cases.md'), 'utf8')
const line = /^- \*\*(B\d{3})\*\* (.+?)(?:: `.*`)?$/
const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => file !== 'cases.test.ts')
const holders = new Map<string, string[]>()
for (const file of files.sort()) {
  const ids = new Set(readFileSync(join(folder, file), 'utf8').match(/\bB\d{3}\b/g))
  for (const id of ids) holders.set(id, [...(holders.get(id) ?? []), file])
}

function idsOf(pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, id = '']) => id)
}

test('each case stands there with the tests that hold it', async () => {
  const told = page.split('\n').map((text) => {
    const [, id, what] = line.exec(text) ?? []
    if (id === undefined) return text
    const places = (holders.get(id) ?? []).map((file) => `\`${file}\``).join(', ')
    return `- **${id}** ${what}${places === '' ? '' : `: ${places}`}`
  })
  await expect(told.join('\n')).toMatchFileSnapshot(join(folder, 'cases.md'))
})

test('each id that a test carries is a case, and no case is there twice', () => {
  const listed = idsOf(/^- \*\*(B\d{3})\*\*/gm)
  expect(listed).toEqual([...new Set(listed)].sort())
  expect([...holders.keys()].filter((id) => !listed.includes(id))).toEqual([])
})

test('a case that no test holds has a reason, and so has each part that does not apply', () => {
  const listed = idsOf(/^- \*\*(B\d{3})\*\*/gm)
  const excused = idsOf(/^\| (B\d{3}) +\|[^|]*[a-z][^|]*\|[^|]*[a-z][^|]*\|$/gm)
  expect(excused).toEqual([...new Set(excused)].sort())
  expect(excused.filter((id) => !listed.includes(id))).toEqual([])
  expect(listed.filter((id) => !holders.has(id) && !excused.includes(id))).toEqual([])
})
