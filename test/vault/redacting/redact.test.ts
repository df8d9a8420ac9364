/** Text that is taken out for good is in no byte of the vault, and the log stays whole. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyLog } from '../../../src/events/verify.ts'
import { attachEmbeddings, detachEmbeddings, saveEmbeddings } from '../../../src/projections/index/embedding-rows.ts'
import { isRedaction, listOutbox } from '../../../src/projections/index/outbox.ts'
import { appendAndFold } from '../../../src/vault/append.ts'
import { foldNews } from '../../../src/vault/bring-up.ts'
import { commitPending } from '../../../src/vault/committing/commit.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { logError } from '../../../src/vault/error-log.ts'
import { getHistory } from '../../../src/vault/history/history.ts'
import { undoLast } from '../../../src/vault/history/undo.ts'
import { redactRecord } from '../../../src/vault/redacting/redact.ts'
import { write } from '../../../src/vault/refresh.ts'
import { resetIndex } from '../../../src/vault/reset-index.ts'
import { getStatus } from '../../../src/vault/status/status.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { readWhole } from '../../../src/vault/upkeep/whole-log.ts'
import { closeVault, loadReaders, type Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { moveRecord } from '../../../src/vault/writing/move.ts'
import { restoreRecords } from '../../../src/vault/writing/put-away.ts'
import { rateRecord } from '../../../src/vault/writing/rate.ts'
import { codes, findings } from '../../support/doctor.ts'
import { filesWith } from '../../support/files-with.ts'
import { saidByIndex, statesByIndex, statesByLog } from '../../support/inspect.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const words = 'zanzibar correct horse battery staple'
const where = (root: string) => ({ project, cwd: root })

function redact(vault: Vault, name: string, options: { keepsCurrent?: boolean; reason?: string } = {}) {
  const { keepsCurrent = false, reason } = options
  return redactRecord(vault, { name, reason, ...where(vault.paths.root), keepsCurrent })
}

test('nothing of the text is in any file, the chain holds, and the rest is as it was', async () => {
  const { vault, root, reopen } = await makeVault()
  const shared = '## Consequences'
  const body = `# ${words}\n\n${shared}\n\nUse ${words}.`
  await put(vault, { id: 'old', title: `Key ${words}`, body, tags: ['zanzibar'] })
  await put(vault, { id: 'other', body: `something else\n\n${shared}` })
  await put(vault, { id: 'old', body: `${words} again` })
  await rateRecord(vault, { name: 'old', rating: 'helpful', comment: words, session: undefined, ...where(root) })
  logError(vault.paths, vault.ports, 'projection', new Error(`${words} again failed`))
  mkdirSync(vault.paths.quarantine, { recursive: true })
  const [writer = ''] = vault.log.segments.writers()
  writeFileSync(join(vault.paths.quarantine, 'cut'), vault.log.segments.read(writer, 1, 0))
  writeFileSync(join(vault.paths.quarantine, 'another'), `an edit of other\n${shared}\n`)
  writeFileSync(join(vault.paths.quarantine, 'edited'), `x\n${words} again\n`)
  mkdirSync(vault.paths.imports, { recursive: true })
  writeFileSync(join(vault.paths.imports, 'some.jsonl'), `{"names":["Key ${words}"]}\n{"names":["another"]}\n`)
  const size = vault.log.segments.size(writer, 1) ?? 0
  expect(filesWith(root, 'zanzibar')).toContain('memo.sqlite-wal')
  const told = await redact(vault, 'old', { reason: 'leaked' })
  expect(told.redacted).toMatchObject({ events: 3, kept: false, complete: true })
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect(vault.log.segments.size(writer, 1)).toBeGreaterThan(size)
  expect(verifyLog(vault.log.segments).findings.map(({ code }) => code)).toEqual(['redacted', 'redacted', 'redacted'])
  expect(statesByIndex(vault)).toEqual(statesByLog(vault))
  expect(readdirSync(vault.paths.quarantine)).toEqual(['another', 'cut'])
  expect(readFileSync(join(vault.paths.imports, 'some.jsonl'), 'utf8')).toBe('{"names":["another"]}\n')
  closeVault(vault)
  expect(await codes(await reopen())).toEqual(['log-redacted'])
  expect(filesWith(root, 'zanzibar')).toEqual([])
})

test('words that a rebuild had read before another process took them out are gone when it ends', async () => {
  const { vault, root, reopen } = await makeVault()
  await put(vault, { id: 'old', body: words })
  const { toEvent } = await loadReaders(vault)
  const log = await readWhole(vault.log, toEvent, undefined)
  const other = await reopen()
  await redact(other, 'old')
  closeVault(other)
  vault.lock.hold(0, 'rebuild', () => resetIndex(vault, 'in place', () => foldNews(vault, { log })))
  expect(filesWith(root, 'zanzibar')).not.toEqual([])
  await write(vault, { label: 'rebuild', fullScan: true }, () => undefined)
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect(statesByIndex(vault)).toEqual(statesByLog(vault))
  closeVault(vault)
})

test('a crash behind the commit point, or in the middle, leaves due work and no damage', async () => {
  for (const done of [0, 1, 2]) {
    const { vault, root, reopen } = await makeVault(undefined, undefined)
    await put(vault, { id: 'old', title: words, body: words })
    for (let n = 0; n < 3; n++) {
      await put(vault, { id: `filler-${n}`, body: 'x'.repeat(600_000) })
      await put(vault, { id: 'old', body: `${words} ${n}` })
    }
    let count = 0
    const { segments } = vault.log
    const { replace } = segments
    segments.replace = (...args) => {
      if (count++ === done) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      replace(...args)
    }
    const { redacted } = await redact(vault, 'old')
    expect(redacted?.complete).toBe(false)
    expect(vault.notices.join()).toContain('not all of what was redacted is taken out yet (no space)')
    closeVault(vault)
    const again = await reopen()
    await put(again, { id: 'next', body: 'any write goes on' })
    expect(filesWith(root, 'zanzibar')).toEqual([])
    expect(await codes(again)).toEqual(expect.not.arrayContaining(['redaction-pending']))
    expect(statesByIndex(again)).toEqual(statesByLog(again))
    closeVault(again)
  }
})

test('a redaction that is not done with is told once, and is no file', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'old', body: words })
  vault.log.segments.replace = () => {
    throw new Error('no space')
  }
  await redact(vault, 'old')
  expect(listOutbox(vault.projections.db).filter(isRedaction).length).toBeGreaterThan(1)
  const told = await findings(vault)
  expect(told.filter(({ code }) => code.endsWith('-pending'))).toMatchObject([
    { code: 'redaction-pending', subject: 'acme/old', message: expect.stringContaining('cut short') },
  ])
  const { index } = await getStatus(vault, { project, cwd: '/', isRefreshed: false })
  expect(index).toMatchObject({ files: { waiting: 0, failed: 0 }, redactions: 1 })
})

describe('what it wants and what it refuses', () => {
  test('B159: a shortened id, a title or a path is not enough', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old-key', title: 'The key', body: words })
    for (const name of ['old', 'The key', 'projects/acme/notes/old-key.md'])
      await expect(redact(vault, name)).rejects.toMatchObject({
        code: 'USAGE',
        hint: 'say acme/old-key, if that is meant',
      })
    expect((await redact(vault, 'acme/old-key')).id).toBe('old-key')
    closeVault(vault)
  })

  test('an id alone is never the record of another project', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'seed', body: 'so that there is a project' })
    const set = { kind: 'note' as const, title: 'Old', body: 'to be kept' }
    await write(vault, { label: 'test' }, () =>
      appendAndFold(vault, [{ actor: 'cli', type: 'record.upserted', data: { project: 'elsewhere', id: 'old', set } }]),
    )
    const unnamed = { name: 'old', reason: undefined, project: undefined, cwd: root, keepsCurrent: false }
    await expect(redactRecord(vault, unnamed)).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'say elsewhere/old, if that is meant',
    })
    await put(vault, { id: 'old', body: words })
    await forgetRecord(vault, { name: 'acme/old', reason: undefined, ...where(root) })
    expect(await redact(vault, 'old')).toMatchObject({ id: 'old', projectId: 'acme' })
    expect(filesWith(root, 'zanzibar')).toEqual([])
    expect(saidByIndex(vault)['elsewhere/old']?.body).toBe('to be kept')
    closeVault(vault)
  })

  test('a forgotten record can be redacted, a redacted one has nothing left and cannot be brought back', async () => {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'old', body: words })
    await forgetRecord(vault, { name: 'old', reason: words, ...where(root) })
    expect((await redact(vault, 'old')).redacted?.events).toBe(2)
    expect(filesWith(root, 'zanzibar')).toEqual([])
    await expect(redact(vault, 'old')).rejects.toMatchObject({ code: 'REFUSED' })
    const restoring = restoreRecords(vault, { names: ['old'], reason: undefined, ...where(root) })
    await expect(restoring).rejects.toMatchObject({ code: 'REFUSED' })
    await put(vault, { id: 'old', body: 'the id can be used again' })
    expect(saidByIndex(vault)['acme/old']?.body).toBe('the id can be used again')
    closeVault(vault)
  })

  test('no undo brings it back, and a record that the last command wrote cannot be undone', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old', body: words })
    await put(vault, { id: 'old', body: 'harmless' })
    await redact(vault, 'old', { keepsCurrent: true })
    const undoing = undoLast(vault, { dryRun: false })
    await expect(undoing).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('for good') })
    await rebuild(vault, { acceptDeletions: false })
    await expect(undoLast(vault, { dryRun: false })).rejects.toMatchObject({ code: 'REFUSED' })
    expect(saidByIndex(vault)['acme/old']?.body).toBe('harmless')
    closeVault(vault)
  })

  test('a record with one wording has no earlier one', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old', body: words })
    await expect(redact(vault, 'old', { keepsCurrent: true })).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'acme/old has no earlier wording',
    })
    closeVault(vault)
  })
})

test('earlier wordings go, and the record stays with all that it counts', async () => {
  const { vault, root, ports } = await makeVault()
  const trap = { kind: 'trap', id: 'leak', title: 'A key in the log of the build' }
  await put(vault, { ...trap, body: `${words} was printed` })
  ports.advance(1000)
  const again = { project, id: 'leak', body: `${words} again` }
  await write(vault, { label: 'test' }, () =>
    appendAndFold(vault, [{ actor: 'cli', type: 'record.recurred', data: again }]),
  )
  await rateRecord(vault, { name: 'leak', rating: 'helpful', comment: undefined, session: undefined, ...where(root) })
  await put(vault, { kind: 'trap', id: 'leak', title: 'A key', body: 'a key was printed' })
  const before = saidByIndex(vault)
  expect(before['acme/leak']).toMatchObject({ occurrences: 2, helpful: 1 })
  const file = readFileSync(join(root, 'projects/acme/traps/leak.md'), 'utf8')
  const { redacted } = await redact(vault, 'leak', { keepsCurrent: true })
  expect(redacted).toMatchObject({ kept: true, complete: true })
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect(saidByIndex(vault)).toEqual(before)
  expect(readFileSync(join(root, 'projects/acme/traps/leak.md'), 'utf8')).toBe(file)
  expect(await codes(vault)).toEqual(['log-redacted'])
  closeVault(vault)
})

test('a record that was moved has no text under its earlier name either', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'old', body: words })
  await moveRecord(vault, { name: 'acme/old', toProject: undefined, toId: 'new', cwd: root })
  await redact(vault, 'new')
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect(await codes(vault)).toEqual(['log-redacted'])
  closeVault(vault)
})

test('what was made under its earlier name since is another record, there or forgotten', async () => {
  for (const isForgotten of [false, true]) {
    const { vault, root } = await makeVault()
    await put(vault, { id: 'old', body: words })
    await moveRecord(vault, { name: 'acme/old', toProject: undefined, toId: 'new', cwd: root })
    await put(vault, { id: 'old', title: 'Another', body: 'to be kept' })
    if (isForgotten) await forgetRecord(vault, { name: 'acme/old', reason: undefined, ...where(root) })
    expect((await redact(vault, 'new')).redacted?.complete).toBe(true)
    expect(filesWith(root, 'zanzibar')).toEqual([])
    if (isForgotten) await restoreRecords(vault, { names: ['acme/old'], reason: undefined, ...where(root) })
    expect(saidByIndex(vault)['acme/old']).toMatchObject({ title: 'Another', body: 'to be kept' })
    expect(statesByIndex(vault)).toEqual(statesByLog(vault))
    expect(await codes(vault)).toEqual(['log-redacted'])
    closeVault(vault)
  }
})

test('a text is found as JSON spells it too, in the error log before this one, and an old index goes whole', async () => {
  const { vault, root } = await makeVault()
  const spelled = 'say "zanzibar" at C:\\keys\\door'
  await put(vault, { id: 'old', body: spelled })
  logError(vault.paths, vault.ports, 'projection', new Error(spelled))
  copyFileSync(vault.paths.errors, `${vault.paths.errors}.1`)
  // Its pages hold words in forms that no search for the text finds.
  mkdirSync(vault.paths.quarantine, { recursive: true })
  writeFileSync(join(vault.paths.quarantine, 'memo.sqlite.damaged.1'), 'zanzi')
  await redact(vault, 'old')
  expect(filesWith(root, 'zanzibar')).toEqual([])
  expect(readdirSync(vault.paths.quarantine)).toEqual([])
  closeVault(vault)
})

test('its history tells who did what and when, and nothing that it held', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'old', body: words })
  await redact(vault, 'old', { reason: 'leaked' })
  const { entries } = await getHistory(vault, { name: 'old', limit: 9, ...where(root) })
  expect(entries.map(({ type, withoutData }) => [type, withoutData ?? false])).toEqual([
    ['record.forgotten', false],
    ['record.redacted', false],
    ['record.upserted', true],
  ])
  closeVault(vault)
})

test('a line that git brings back to a damaged log loses its data again', async () => {
  const { vault, root, reopen } = await makeVault()
  await put(vault, { id: 'old', body: words })
  await put(vault, { id: 'other', body: 'harmless' })
  await commitPending(vault, { evenIfOff: true })
  const { redacted } = await redact(vault, 'old')
  // Nobody else has this history, so there is nobody to exchange with before it begins anew.
  expect(redacted?.elsewhere.map(({ place, commands: [first] }) => [place, first])).toEqual([
    ['git-history', 'memo commit'],
    ['copies', undefined],
  ])
  const [writer = ''] = vault.log.segments.writers()
  closeVault(vault)
  const path = join(root, 'events', writer, '000001.jsonl')
  writeFileSync(path, readFileSync(path, 'utf8').replace('harmless', 'h4rmless'))
  const again = await reopen()
  const { fixed } = await fixVault(again)
  expect(fixed.map(({ message }) => message).join()).toContain('made whole from the version that git has')
  expect(filesWith(root, 'zanzibar').filter((path) => !path.includes('quarantine'))).toEqual([])
  expect(statesByIndex(again)).toEqual(statesByLog(again))
  closeVault(again)
})

test('a copy of the log that a tool left loses the text, also one that comes later and is set aside', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'old', body: words })
  const [writer = ''] = vault.log.segments.writers()
  const whole = vault.log.segments.read(writer, 1, 0)
  const copy = join(root, 'events', writer, '000001 (conflicted copy).jsonl')
  writeFileSync(copy, whole)
  await redact(vault, 'old')
  expect(filesWith(root, 'zanzibar')).toEqual([])
  writeFileSync(copy, whole)
  const { fixed } = await fixVault(vault)
  expect(fixed.map(({ code }) => code)).toEqual(['log-copy'])
  expect(readdirSync(vault.paths.quarantine)).toHaveLength(1)
  expect(filesWith(root, 'zanzibar')).toEqual([])
  closeVault(vault)
})

test('vectors of the text go too', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'old', body: words })
  await put(vault, { id: 'other', body: 'harmless' })
  const { db } = vault.projections
  attachEmbeddings(db, vault.paths.embeddings, { create: true })
  const hashes = db
    .prepare('SELECT hash FROM record_chunks ORDER BY record')
    .all()
    .map(({ hash }) => String(hash))
  saveEmbeddings(
    db,
    'm',
    hashes.map((hash) => ({ hash, vector: new Float32Array([1, 0]) })),
  )
  detachEmbeddings(db)
  expect(readFileSync(vault.paths.embeddings).includes(String(hashes[0]))).toBe(true)
  await redact(vault, 'old')
  const bytes = readFileSync(vault.paths.embeddings)
  expect(hashes.map((hash) => bytes.includes(hash))).toEqual([false, true])
  closeVault(vault)
})
