import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { fileSegments } from '../../src/events/file-segments.ts'
import { openLog } from '../../src/events/log.ts'
import { type EventDraft, toEvent } from '../../src/events/schema.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { replaceFile } from '../../src/lib/durable-file.ts'
import { runProcess } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { testPorts } from '../support/test-ports.ts'

/** What the disk does: takes `perWrite` bytes at a time, is full after `room`, fails to sync; inodes that were synced. */
const disk = vi.hoisted(() => ({ perWrite: Infinity, room: Infinity, syncs: true, synced: [] as number[] }))

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>()
  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code })
  }
  return {
    ...real,
    writeSync: (fd: number, bytes: Uint8Array, offset: number, length: number) => {
      const size = Math.min(length, disk.perWrite, disk.room)
      if (size === 0) fail('ENOSPC')
      disk.room -= size
      return real.writeSync(fd, bytes, offset, size)
    },
    fdatasyncSync: (fd: number) => {
      if (!disk.syncs) fail('EIO')
      disk.synced.push(real.fstatSync(fd).ino)
      real.fdatasyncSync(fd)
    },
    fsyncSync: (fd: number) => {
      disk.synced.push(real.fstatSync(fd).ino)
      real.fsyncSync(fd)
    },
  }
})

afterEach(() => {
  Object.assign(disk, { perWrite: Infinity, room: Infinity, syncs: true, synced: [] })
})

function note(size: number): EventDraft {
  return {
    actor: 'cli',
    type: 'record.upserted',
    data: { project: 'shop', id: 'note', set: { kind: 'note', body: 'x'.repeat(size) } },
  }
}

function openTest() {
  const folder = makeTempDir()
  const log = openLog(fileSegments(join(folder, 'events'), join(folder, 'quarantine')), testPorts())
  return {
    folder,
    add: (size: number) => log.append('anna', [note(size)], zeroUlid),
    count: () => [...log.read(new Map(), toEvent)].length,
    bytes: () => readFileSync(join(folder, 'events/anna/000001.jsonl')),
  }
}

test('B080 writes that take a part of the bytes are repeated until all are written', () => {
  const { add, count, folder } = openTest()
  disk.perWrite = 4096
  add(20_000)
  add(20_000)
  expect(count()).toBe(2)
  replaceFile(join(folder, 'file'), Buffer.alloc(20_000, 'y'), { durable: true })
  expect(readFileSync(join(folder, 'file'))).toEqual(Buffer.alloc(20_000, 'y'))
})

test.each([0, 1, 4096, 19_999])('B079 a disk that is full after %d bytes leaves the log as it was', (room) => {
  const { add, bytes, count } = openTest()
  add(100)
  const before = bytes()
  Object.assign(disk, { room, perWrite: 4096 })
  expect(() => add(20_000)).toThrow('ENOSPC')
  expect(bytes().equals(before)).toBe(true)
  disk.room = Infinity
  add(100)
  expect(count()).toBe(2)
})

test('B079 a disk that is full at the first append leaves a log that can begin', () => {
  const { add, count } = openTest()
  disk.room = 10
  expect(() => add(100)).toThrow('ENOSPC')
  disk.room = Infinity
  expect(count()).toBe(0)
  add(100)
  expect(count()).toBe(1)
})

test('an append that cannot be synced is taken back, because it was not acknowledged', () => {
  const { add, bytes, count } = openTest()
  add(100)
  const before = bytes()
  disk.syncs = false
  expect(() => add(100)).toThrow('EIO')
  expect([bytes().equals(before), count()]).toEqual([true, 1])
})

test('B079 a replaced file is whole or untouched, and no temporary file stays', () => {
  const { folder } = openTest()
  const file = join(folder, 'file')
  replaceFile(file, Buffer.from('old'), { durable: true })
  disk.room = 2
  expect(() => replaceFile(file, Buffer.from('newer'), { durable: true })).toThrow('ENOSPC')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['file']])
})

test('B079 a limit of the file size, as the system enforces it, leaves the log as it was', async () => {
  const { folder, add, bytes, count } = openTest()
  mkdirSync(join(folder, 'events'))
  add(1000)
  const before = bytes()
  const program = fileURLToPath(new URL('../support/append-once.ts', import.meta.url))
  const limited = `ulimit -f 8; trap '' XFSZ; exec "$0" "$@"`
  const run = (size: number) => runProcess('bash', ['-c', limited, process.execPath, program, folder, String(size)], {})
  expect(await run(20_000)).toMatchObject({ status: 0, stdout: 'EFBIG', stderr: '' })
  expect(bytes().equals(before)).toBe(true)
  expect(await run(10)).toMatchObject({ status: 0, stdout: 'appended', stderr: '' })
  expect(count()).toBe(2)
})

test('of an append of several lines the note is durable, with its place in the folder, before the first line is', () => {
  const folder = makeTempDir()
  const [local, lines] = [join(folder, 'local'), join(folder, 'events/anna/000001.jsonl')]
  const noted = join(local, 'appending.json')
  mkdirSync(local)
  const log = openLog(fileSegments(join(folder, 'events'), join(folder, 'quarantine'), noted), testPorts())
  for (const expected of [
    [noted, local, lines],
    [noted, lines],
  ]) {
    disk.synced = []
    log.append('anna', [note(1), note(1)], zeroUlid)
    const inodes = expected.map((path) => statSync(path).ino)
    expect(disk.synced.filter((inode) => inodes.includes(inode))).toEqual(inodes)
  }
})
