/** Files of this machine that say nonsense, as after a bit that flipped on the disk, are as good as missing. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearBranchLocks } from '../../src/audit/move-branch.ts'
import { logError, readErrors } from '../../src/vault/error-log.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { resolveWriter } from '../../src/vault/writer.ts'
import { codes } from '../support/doctor.ts'
import { makeVault, put } from '../support/vault.ts'

const nonsense = ['', '\0\0', 'null', '7', '"x"', '[]', '[null]', '{}', '{"places":[null,7,{"writer":"../up"}]}']
const values = [null, 'x', '../x', -1, 0.5, 1e300, [], {}]

/** Each field under another name, and with other values. */
function* spoil(text: string): Generator<string> {
  yield* nonsense
  for (const [field, key] of text.matchAll(/"(\w+)":("[^"]*"|[\d.]+)/g)) {
    yield text.replace(field, field.replace(`"${key}"`, `"${key}x"`))
    for (const value of values) yield text.replace(field, `"${key}":${JSON.stringify(value)}`)
  }
}

interface Note {
  make?: (vault: Vault) => string
  read: (vault: Vault, path: string) => unknown
}

const folder = { root: '/', gitDir: '/nowhere', commonDir: '/nowhere' }
const repository = { ...folder, objectFormat: 'sha1', hasFileMode: true, wantsSignature: false } as const

function ownWriter({ paths }: Vault): string {
  return readdirSync(paths.events)[0] ?? ''
}

test.each<[name: string, note: Note]>([
  ['appended.json', { read: ({ paths, log, ports }) => resolveWriter(paths, log.segments, ports) }],
  [
    'writer.json',
    {
      read: ({ paths, log, ports }) => {
        expect(resolveWriter(paths, log.segments, ports).writer).toMatch(/^[a-z0-9-]+$/)
      },
    },
  ],
  [
    'appending.json',
    {
      make: (vault) =>
        JSON.stringify({ writer: ownWriter(vault), segment: 1, inode: 0, from: 10, size: 10, digest: 'x' }),
      read: (vault) => expect(vault.log.segments.cutUnfinished(ownWriter(vault))).toBe(false),
    },
  ],
  [
    'commit-note.json',
    {
      make: () => JSON.stringify({ branch: 'refs/heads/main', commit: '0'.repeat(40), since: 0 }),
      read: (_, path) =>
        clearBranchLocks(
          { ...repository, branch: undefined, head: undefined, tree: undefined, identity: undefined },
          path,
        ),
    },
  ],
  [
    'errors.jsonl',
    {
      make: ({ paths, ports }) => {
        logError(paths, ports, 'test', Object.assign(new Error('made up'), { code: 'EIO' }))
        return readFileSync(paths.errors, 'utf8')
      },
      read: ({ paths }) => {
        for (const { at, subsystem, message, code = '' } of readErrors(paths, 9))
          expect([at, subsystem, message, code].map((text) => typeof text)).toEqual(Array(4).fill('string'))
      },
    },
  ],
])('%s', async (name, { make, read }) => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  const path = join(root, '.sync', name)
  const text = make?.(vault) ?? readFileSync(path, 'utf8')
  expect([...spoil(text)].length).toBeGreaterThan(30)
  for (const spoiled of spoil(text)) {
    writeFileSync(path, spoiled)
    await read(vault, path)
  }
  closeVault(vault)
})

test('a note of the last append without its segment is nothing that the doctor fails for', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'text' })
  const path = join(root, '.sync', 'appended.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"segment"', '"seggent"'))
  expect(await codes(vault)).toEqual([])
  await put(vault, { id: 'b', title: 'B', body: 'text' })
  expect(readdirSync(vault.paths.events)).toHaveLength(1)
  expect(existsSync(path)).toBe(true)
  closeVault(vault)
})
