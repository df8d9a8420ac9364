/** The same text again is the same record, whichever way it comes in. */
import { expect, onTestFinished, test } from 'vitest'
import { closeVault } from '../../../src/vault/vault.ts'
import { makeFiles, take } from '../../support/import-vault.ts'
import { recordFiles } from '../../support/inspect.ts'
import { callTool } from '../../support/mcp-call.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

const summary = { title: 'Session summary', body: 'One line.\nTwo lines.' }

test('B169 the same text by the program, an agent and a batch is one record, and so is a file imported again', async () => {
  const { vault, root } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { ...summary, kind: 'session', tags: ['x', 'y'] })
  const asked = await callTool(vault, 'upsert', { ...summary, kind: 'session', tags: ['y', 'x'], projectId: project })
  expect(asked.answer).toMatchObject({ id: 'session-summary', changed: false, created: false })
  await putAll(vault, [{ ...summary, kind: 'session', body: `${summary.body}\r\n  \n` }])
  expect(recordFiles(root)).toHaveLength(1)
  // What is imported is what it comes from: the same file is the same record.
  const files = makeFiles({ 'another.md': `---\ntitle: Session summary\nkind: session\n---\n${summary.body}\n` })
  expect(await take(vault, 'markdown', files)).toMatchObject({ created: 1 })
  for (const source of ['markdown', 'obsidian'])
    expect(await take(vault, source, files)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  expect(recordFiles(root)).toHaveLength(2)
})
