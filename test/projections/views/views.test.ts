/** What the compiled views show of a project, and what they leave to the commands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { viewLimit } from '../../../src/projections/views/render-views.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

async function openVault() {
  const { vault, ports } = await makeVault()
  onTestFinished(() => closeVault(vault))
  return { vault, ports }
}

function readView({ paths }: Vault, name: string): string {
  return readFileSync(join(paths.root, 'projects', project, name), 'utf8')
}

function headings(text: string): string[] {
  return text.match(/(?<=^## ).*/gm) ?? []
}

test('the active traps are told, however many were closed after they changed', async () => {
  const { vault, ports } = await openVault()
  await put(vault, { id: 'old', kind: 'trap', title: 'Old and true', body: 'text', pathPatterns: ['src/old.ts'] })
  await put(vault, { id: 'bad', kind: 'trap', title: 'Worse', body: 'more', severity: 'high' })
  ports.advance(1000)
  const closed = (n: number) => ({ id: `c${n}`, kind: 'trap', title: `Closed ${n}`, body: `b${n}`, status: 'archived' })
  await putAll(
    vault,
    Array.from({ length: viewLimit + 5 }, (_, n) => closed(n)),
  )
  const traps = readView(vault, 'TRAPS.md')
  expect(headings(traps)).toEqual(['Worse', 'Old and true'])
  expect(traps).toContain('`old` · medium · `src/old.ts`\n\ntext\n')
  expect(traps).not.toContain('more:')
  expect(readView(vault, 'INDEX.md')).toContain(`| trap | 2 | ${viewLimit + 7} |`)
})

test('of more than are shown it is said how many are left, and how to list them', async () => {
  const { vault } = await openVault()
  const trap = (n: number) => ({ id: `t${n}`, kind: 'trap', title: `Trap ${n}`, body: `text ${n * 7919}` })
  await putAll(
    vault,
    Array.from({ length: viewLimit + 3 }, (_, n) => trap(n)),
  )
  const traps = readView(vault, 'TRAPS.md')
  expect(headings(traps)).toHaveLength(viewLimit)
  const rest = `… and 3 more: \`memo list --kind trap --project ${project}\`\n`
  expect(traps).toContain(rest)
  expect(readView(vault, 'INDEX.md')).toContain(rest)
})
