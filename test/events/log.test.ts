import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileSegments } from '../../src/events/file-segments.ts'
import { openLog } from '../../src/events/log.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { describeEventLog, hitOn } from '../contracts/event-log.ts'
import { testStores } from '../support/event-stores.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { testPorts } from '../support/test-ports.ts'

for (const [name, open] of Object.entries(testStores)) describeEventLog(name, open)

test('B124 folders are 0700 and files 0600 under a lax umask', () => {
  const before = process.umask(0o022)
  try {
    const folder = makeTempDir()
    const segments = fileSegments(join(folder, 'events'), join(folder, 'quarantine'))
    const log = openLog(segments, testPorts())
    log.append('anna', [hitOn('a')], zeroUlid)
    segments.append('anna', 1, Buffer.from('torn'))
    log.append('anna', [hitOn('b')], zeroUlid)
    const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
      return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`
    })
    expect(modes.sort()).toEqual(['file 600', 'file 600', 'folder 700', 'folder 700', 'folder 700'])
  } finally {
    process.umask(before)
  }
})

test('names in the folder that are no segments are passed over', () => {
  const folder = makeTempDir()
  const segments = fileSegments(folder, join(folder, 'quarantine'))
  segments.append('anna', 1, Buffer.from('x'))
  for (const name of ['1.jsonl', '0000001.jsonl', '000002.jsonl.tmp', '000003.json', 'notes.md', '000004.jsonl~']) {
    writeFileSync(join(folder, 'anna', name), '')
  }
  writeFileSync(join(folder, 'README.md'), '')
  mkdirSync(join(folder, '.git'))
  expect([segments.writers(), segments.list('anna'), segments.list('nobody')]).toEqual([['anna'], [1], []])
})
