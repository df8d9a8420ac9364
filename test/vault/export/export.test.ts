/** What an export takes, and in which state. */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { exportFrom, exportLines, exportText } from '../../support/export-vault.ts'
import { madeUpSecrets } from '../../support/made-up-secrets.ts'
import { makeVault, project, put, putAll } from '../../support/vault.ts'

async function filled() {
  const made = await makeVault()
  const { vault } = made
  await putAll(vault, [
    { id: 'old', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' },
    { id: 'new', kind: 'decision', title: 'Use SQLite', body: 'The queue lives in SQLite.', supersedes: 'old' },
    { id: 'brief', kind: 'scratch', title: 'Brief', body: 'A queue of words.' },
    { id: 'over', title: 'Over', body: 'The queue is over.', expiresAt: '2020-01-01' },
    { id: 'other', title: 'Elsewhere', body: 'Nothing of the kind.' },
  ])
  return made
}

const idsOf = (lines: readonly { id: string }[]) => lines.map(({ id }) => id)

test('without a query everything is in it, closed, expired and passing records too, by id', async () => {
  const { vault } = await filled()
  expect(idsOf(await exportLines(vault))).toEqual(['brief', 'new', 'old', 'other', 'over'])
  expect(idsOf(await exportLines(vault, { isLive: true }))).toEqual(['new', 'other'])
  expect(idsOf(await exportLines(vault, { statuses: ['superseded'] }))).toEqual(['old'])
  expect(idsOf(await exportLines(vault, { kinds: ['scratch', 'note'], limit: 2 }))).toEqual(['brief', 'other'])
})

test('with a query it is what the search finds, best first', async () => {
  const { vault } = await filled()
  expect(idsOf(await exportLines(vault, { query: 'queue' }))).toEqual(['new'])
  const more = await exportLines(vault, { query: 'queue', includeScratch: true, includeExpired: true })
  expect(idsOf(more).sort()).toEqual(['brief', 'new', 'over'])
  const none = await exportFrom(vault, join(vault.paths.root, '..', 'none'), { query: 'kerberos' })
  expect(none).toMatchObject({ records: 0, bytes: 0, abstained: { reason: 'never_known' } })
})

test('a line holds all that the vault knows of a record', async () => {
  const { vault } = await filled()
  expect((await exportLines(vault)).find(({ id }) => id === 'old')).toEqual({
    ...{ id: 'old', project, kind: 'decision', title: 'Use Redis', status: 'superseded', supersededBy: 'new' },
    ...{ created: '2031-05-01T09:00:00.000Z', updated: '2031-05-01T09:00:00.000Z', body: 'The queue lives in Redis.' },
  })
})

test('a write of another process in the middle changes nothing of what is exported', async () => {
  const { vault, reopen } = await makeVault()
  const body = 'word '.repeat(8_000)
  await putAll(
    vault,
    Array.from({ length: 20 }, (_, n) => ({ id: `r${n + 10}`, title: 'Before', body: `${n} ${body}` })),
  )
  const other = await reopen()
  let text = ''
  let isWritten = false
  const slow = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      const write = isWritten
        ? undefined
        : putAll(other, [
            { id: 'r29', title: 'After' },
            { id: 'r99', body: 'New.' },
          ])
      isWritten = true
      Promise.resolve(write).then(() => done(), done)
    },
  })
  expect(await exportFrom(vault, slow)).toMatchObject({ records: 20, bytes: text.length, out: null })
  const titles = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).title)
  expect(titles).toEqual(Array(20).fill('Before'))
  expect(idsOf(await exportLines(vault))).toHaveLength(21)
})

test('what looks like a secret is told by its place, and an earlier time is exported as it was', async () => {
  const { vault, ports } = await filled()
  const { secret = '' } = madeUpSecrets.find(({ name }) => name === 'GitHub token') ?? {}
  vault.config.capture.secrets = 'warn'
  ports.advance(86_400_000)
  await put(vault, { id: 'key', body: `The key is\n${secret}` })
  const { secrets } = await exportFrom(vault, join(vault.paths.root, '..', 'x'))
  expect(secrets).toEqual({ records: 1, places: [expect.stringMatching(/^acme\/key: body, line 2, holds what looks/)] })
  expect(JSON.stringify(secrets)).not.toContain(secret)
  expect(await exportLines(vault, { asOf: Date.parse('2031-05-01T12:00:00Z') })).toHaveLength(5)
})

test('comma-separated values have the text of a record in one cell', async () => {
  const { vault } = await filled()
  await put(vault, { id: 'sum', title: '=SUM(A1)', body: 'One, "two"\nthree', tags: ['b', 'a'] })
  const rows = parse(await exportText(vault, { format: 'csv' }), { columns: true }) as { id: string }[]
  expect(rows.find(({ id }) => id === 'sum')).toMatchObject({
    ...{ title: "'=SUM(A1)", body: 'One, "two"\nthree', tags: 'a; b', hits: '0', occurrences: '1' },
    ...{ projectId: project, filepath: 'projects/acme/notes/sum.md' },
  })
  expect(rows.find(({ id }) => id === 'over')).toMatchObject({ expired: 'true' })
})

test('json is one object, also of nothing', async () => {
  const { vault } = await filled()
  expect(JSON.parse(await exportText(vault, { format: 'json' })).records).toEqual(await exportLines(vault))
  expect(JSON.parse(await exportText(vault, { format: 'json', kinds: ['plan'] }))).toEqual({ records: [] })
})

test('a folder is laid out as the vault, and what stands in it is not touched unless that is meant', async () => {
  const { vault, root } = await filled()
  const out = join(root, '../new/notes')
  expect(await exportFrom(vault, out, { format: 'markdown' })).toMatchObject({ out, records: 5 })
  for (const path of ['decisions/old.md', 'scratch/brief.md']) {
    expect(readFileSync(join(out, 'projects/acme', path))).toEqual(readFileSync(join(root, 'projects/acme', path)))
  }
  expect(readdirSync(join(root, '../new'))).toEqual(['notes'])
  writeFileSync(join(out, 'mine.txt'), 'mine')
  writeFileSync(join(out, 'projects/acme/decisions/old.md'), 'mine')
  await expect(exportFrom(vault, out, { format: 'markdown' })).rejects.toMatchObject({ code: 'REFUSED' })
  await exportFrom(vault, out, { format: 'markdown', force: true })
  expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('mine')
  expect(readFileSync(join(out, 'projects/acme/decisions/old.md'), 'utf8')).toContain('Use Redis')
  mkdirSync(join(root, '../empty'))
  await exportFrom(vault, join(root, '../empty'), { format: 'markdown' })
})

test('nothing is exported into the vault, and no folder into a file', async () => {
  const { vault, root } = await filled()
  await expect(exportFrom(vault, join(root, 'projects/x'))).rejects.toMatchObject({ code: 'REFUSED' })
  writeFileSync(join(root, '../file'), 'mine')
  await expect(exportFrom(vault, join(root, '../file'), { format: 'markdown' })).rejects.toMatchObject({
    code: 'USAGE',
  })
})

describe('a path to write to', () => {
  test('that is a folder or in none is refused before anything is read', async () => {
    const { vault, root } = await filled()
    const folder = join(root, '..')
    await expect(exportFrom(vault, folder)).rejects.toMatchObject({
      code: 'IO',
      message: `${folder} is a folder, not a file`,
    })
    const nowhere = join(root, '../nowhere/a.jsonl')
    await expect(exportFrom(vault, nowhere)).rejects.toMatchObject({
      message: `there is no folder ${dirname(nowhere)}`,
    })
    writeFileSync(join(root, '../file'), 'mine')
    await expect(exportFrom(vault, join(root, '../file/a.jsonl'))).rejects.toMatchObject({
      message: `there is no folder ${join(root, '../file')}`,
    })
    await expect(exportFrom(vault, join(root, '../new/'))).rejects.toMatchObject({
      message: `there is no folder ${join(root, '../new/')}`,
    })
  })

  test('that is a link to a file has that file replaced, and stays one', async () => {
    const { vault, root } = await filled()
    const [file, link] = [join(root, '../file'), join(root, '../link')]
    writeFileSync(file, 'old')
    symlinkSync(file, link)
    const { bytes } = await exportFrom(vault, link)
    expect(statSync(file).size).toBe(bytes)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test('that is a link to nothing gets no folder in its place', async () => {
    const { vault, root } = await filled()
    const link = join(root, '../link')
    symlinkSync(join(root, '../nowhere'), link)
    await expect(exportFrom(vault, link, { format: 'markdown' })).rejects.toMatchObject({
      code: 'REFUSED',
      message: `${link} is a link to nothing`,
    })
  })

  test('that is a pipe is written into, and stays one', async () => {
    const { vault, root } = await filled()
    const pipe = join(root, '../pipe')
    execFileSync('mkfifo', [pipe])
    const [text, { bytes }] = await Promise.all([readFile(pipe, 'utf8'), exportFrom(vault, pipe)])
    expect(text).toHaveLength(bytes)
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  test('that is a link to an empty folder gets the files of a folder', async () => {
    const { vault, root } = await filled()
    const [folder, link] = [join(root, '../empty'), join(root, '../link')]
    mkdirSync(folder)
    symlinkSync(folder, link)
    await exportFrom(vault, link, { format: 'markdown' })
    expect(readdirSync(folder)).toEqual(['projects'])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })
})
