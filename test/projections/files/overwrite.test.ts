/** Counters are written over in place, and everything else is put in place as a new file. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { overwriteFile } from '../../../src/projections/files/overwrite.ts'
import { scanVault } from '../../../src/projections/files/scan.ts'
import { findSignature, toSignature } from '../../../src/projections/files/signature.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { allEvents, saidByFiles, saidByIndex } from '../../support/inspect.ts'
import { find } from '../../support/search-vault.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { get, makeVault, project, put } from '../../support/vault.ts'

async function withCountedTrap() {
  const { vault, root, ports } = await makeVault()
  onTestFinished(() => closeVault(vault))
  await put(vault, { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'use immediate' })
  const file = join(root, 'projects', project, 'traps/lock.md')
  const count = async (): Promise<string> => {
    ports.advance(1000)
    await get(vault, 'lock')
    expect(vault.notices).toEqual([])
    expect(saidByFiles(root)).toEqual(saidByIndex(vault))
    return readFileSync(file, 'utf8')
  }
  await count()
  return { vault, root, file, count }
}

describe('a use of a record', () => {
  test('is written over the last one: the file stays the same file, and the folder as it was', async () => {
    const { vault, file, count } = await withCountedTrap()
    const [before, folder] = [statSync(file), statSync(join(file, '..'))]
    const events = allEvents(vault).length
    expect(await count()).toContain('hits: 2')
    expect(statSync(file)).toMatchObject({ ino: before.ino, size: before.size })
    expect(statSync(join(file, '..')).mtimeMs).toBe(folder.mtimeMs)
    expect(allEvents(vault)).toHaveLength(events + 1)
  })

  test('that takes another digit makes a new file', async () => {
    const { file, count } = await withCountedTrap()
    for (let hits = 2; hits < 10; hits++) await count()
    const { ino } = statSync(file)
    expect(await count()).toContain('hits: 10')
    expect(statSync(file).ino).not.toBe(ino)
  })

  test('never reaches a file that has a second name, as in a backup made of hard links', async () => {
    const { root, file, count } = await withCountedTrap()
    const copy = join(root, '..', 'backup.md')
    linkSync(file, copy)
    expect(await count()).toContain('hits: 2')
    expect(readFileSync(copy, 'utf8')).toContain('hits: 1')
  })

  test('is written where the file itself may not be', async () => {
    const { file, count } = await withCountedTrap()
    chmodSync(file, 0o400)
    expect(await count()).toContain('hits: 2')
  })

  test('that a crash has left in part is put right, and taken for no edit', async () => {
    const { vault, root, file } = await withCountedTrap()
    const text = readFileSync(file, 'utf8')
    const events = allEvents(vault).length
    writeFileSync(file, text.replace('hits: 1', 'hits: 7').replace(/(lastHit: "20)\d\d/, '$199'))
    await find(vault, '', { scan: 'full' })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(allEvents(vault)).toHaveLength(events)
    expect(saidByFiles(root)).toEqual(saidByIndex(vault))
  })

  test('is found by the next scan as it was noted, also where the clock was set back', async () => {
    const { vault, root, file, count } = await withCountedTrap()
    const ahead = Date.now() / 1000 + 3600
    utimesSync(file, ahead, ahead)
    await find(vault, '', { scan: 'full' })
    expect(await count()).toContain('hits: 2')
    expect(statSync(file).mtimeMs / 1000).toBeGreaterThan(ahead)
    const noted = findSignature(file)
    const { db } = vault.projections
    const { changes } = scanVault({ db, root, ports: vault.ports, budget: undefined })
    expect(changes).toEqual([])
    expect(findSignature(file)).toEqual(noted)
  })

  test('keeps what a person wrote beside it', async () => {
    const { file, count } = await withCountedTrap()
    writeFileSync(file, readFileSync(file, 'utf8').replace('---\n', '---\n# häufig\nmine: "yes"\n'))
    await count()
    const { ino } = statSync(file)
    const text = await count()
    expect(text).toContain('# häufig\nmine: "yes"\n')
    expect(text).toContain('hits: 3')
    expect(statSync(file).ino).toBe(ino)
  })
})

describe('a file is overwritten', () => {
  function madeFile(text: string | Buffer) {
    const path = join(makeTempDir(), 'file.md')
    writeFileSync(path, text)
    const known = findSignature(path)
    if (known === undefined) throw new Error('it was just written')
    return { path, known }
  }

  test('with any text of its length, to the byte', () => {
    const { path } = madeFile('')
    const texts = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(texts, ([before, after]) => {
        writeFileSync(path, before)
        const known = findSignature(path)
        if (known === undefined) throw new Error('it was just written')
        const isOfOneLength = Buffer.byteLength(before) === Buffer.byteLength(after)
        expect(overwriteFile(path, { before: Buffer.from(before), after, known }) !== undefined).toBe(isOfOneLength)
        expect(readFileSync(path)).toEqual(Buffer.from(isOfOneLength ? after : before))
      }),
    )
  })

  test('never through a link, and not when it is another one than was seen', () => {
    const { path, known } = madeFile('hits: 1')
    const moved = `${path}.moved`
    renameSync(path, moved)
    symlinkSync(moved, path)
    const texts = { before: Buffer.from('hits: 1'), after: 'hits: 2' }
    expect(overwriteFile(path, { ...texts, known })).toBeUndefined()
    expect(overwriteFile(moved, { ...texts, known: { ...known, inode: 1 } })).toBeUndefined()
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(moved, 'utf8')).toBe('hits: 1')
  })

  test.each([
    ['a byte of no letter', [0x68, 0xff, 0x31]],
    // Decoded to a sign of the same length.
    ['a letter cut short', [0xf0, 0x9f, 0x98, 0x31]],
  ])('not where its bytes are no text: %s', (_, bytes) => {
    const { path, known } = madeFile(Buffer.from(bytes))
    const before = readFileSync(path)
    const after = before.toString().replace('1', '2')
    expect(overwriteFile(path, { before, after, known })).toBeUndefined()
    expect(readFileSync(path)).toEqual(before)
  })

  test('never to a state that looks like one before, also where the clock stands or was set back', () => {
    const { path } = madeFile('hits: 0')
    const ahead = Date.now() / 1000 + 3600
    utimesSync(path, ahead, ahead)
    const seen = [findSignature(path)]
    for (let hits = 1; hits < 10; hits++) {
      const known = seen.at(-1)
      if (known === undefined) throw new Error('it was just seen')
      const stat = overwriteFile(path, { before: readFileSync(path), after: `hits: ${hits}`, known })
      expect(stat && toSignature(stat)).toEqual(findSignature(path))
      seen.push(findSignature(path))
      expect(seen.at(-1)?.mtime).toBeGreaterThan(known.mtime)
    }
  })
})
