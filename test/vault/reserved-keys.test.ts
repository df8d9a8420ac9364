/** Names of keys that objects have a meaning for of their own: `__proto__` is refused everywhere, all others are kept. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toFields } from '../../src/cli/record-flags.ts'
import { openVault } from '../../src/library/open-vault.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { makeFiles, take } from '../support/import-vault.ts'
import { saidByFiles, saidByIndex, saidByLog } from '../support/inspect.ts'
import { callTool } from '../support/mcp-call.ts'
import { makeVault, project, put } from '../support/vault.ts'

const problem = 'a key cannot be called __proto__'

/** An object with a key of its own, as `JSON.parse` makes it. */
function keyed(key: string, value: unknown): { [key: string]: unknown } {
  return JSON.parse(JSON.stringify({ name: value }).replace('"name"', JSON.stringify(key)))
}

function record(id: string, key: string): { [field: string]: unknown } {
  return { id, kind: 'note', title: `Title of ${id}`, body: `Text of ${id}.`, facets: keyed(key, ['x']) }
}

async function* lines(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

test('a facet or a key called __proto__ is refused, whatever way it comes in', async () => {
  const { vault, root } = await makeVault()
  const place = { project, cwd: root }
  const limits = vault.config.limits
  const flags = { facet: ['__proto__=x'], title: 'T', body: 'Text.', kind: 'note' }
  expect(() => toRecordDraft('flag', toFields(flags as never), limits)).toThrow(problem)
  const batch = [record('line', '__proto__'), { ...record('line', 'a'), ...keyed('__proto__', 1) }]
  expect((await upsertBatch(vault, lines(...batch.map((line) => JSON.stringify(line))), place)).rejected).toEqual([
    { line: 1, code: 'USAGE', message: problem },
    { line: 2, code: 'USAGE', message: 'there is no field "__proto__"' },
  ])
  expect(await callTool(vault, 'upsert', { ...record('tool', '__proto__'), projectId: project })).toMatchObject({
    isError: true,
    answer: { error: { code: 'USAGE', message: problem } },
  })
  const files = makeFiles({
    'a.md': '---\nfacets: {__proto__: [x]}\n---\nText.',
    'b.md': '---\n__proto__: x\n---\nText.',
    'c.jsonl': `${JSON.stringify(record('c', '__proto__'))}\n`,
  })
  const { rejected } = await take(vault, 'markdown', files)
  expect(rejected.map(({ message }) => message)).toEqual([`line 2: ${problem}`, `line 2: ${problem}`])
  expect((await take(vault, 'jsonl', join(files, 'c.jsonl'))).rejected).toMatchObject([{ message: problem }])
  expect(Object.keys(saidByIndex(vault))).toEqual([])
  closeVault(vault)
})

test('a file that gets such a key by hand is told and left as it is', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'one', kind: 'note', title: 'One', body: 'Text.' })
  const file = join(root, `projects/${project}/notes/one.md`)
  writeFileSync(file, '---\nid: one\ntitle: Two\n__proto__: x\n---\nText.\n')
  await refresh(vault, 'full')
  expect(vault.notices.join('\n')).toContain(problem)
  expect(saidByLog(vault)[`${project}/one`]).toMatchObject({ title: 'One' })
  closeVault(vault)
})

test('the library refuses it too', async () => {
  const { root, vault } = await makeVault()
  closeVault(vault)
  await using library = await openVault({ root, project })
  await expect(library.upsert(record('lib', '__proto__') as never)).rejects.toMatchObject({
    code: 'USAGE',
    message: problem,
  })
})

test.each(['constructor', 'toString', 'hasOwnProperty'])('one called %s is kept', async (key) => {
  const { vault, root } = await makeVault()
  await writeOne(vault, { ...record('one', key), ...keyed(key, 'said') })
  const files = makeFiles({ 'two.md': `---\n${key}: said\nfacets: {${key}: [x]}\n---\nText.` })
  expect((await take(vault, 'markdown', files)).rejected).toEqual([])
  const said = saidByLog(vault)
  for (const id of ['one', 'two'])
    expect(said[`${project}/${id}`]).toMatchObject({ facets: keyed(key, ['x']), ...keyed(key, 'said') })
  expect(saidByIndex(vault)).toEqual(said)
  expect(saidByFiles(root)).toEqual(said)
  closeVault(vault)
})

function writeOne(vault: Vault, { id, ...fields }: { [field: string]: unknown }) {
  const draft = toRecordDraft(String(id), fields, vault.config.limits)
  return upsertRecord(vault, draft, { project, cwd: vault.paths.root })
}
