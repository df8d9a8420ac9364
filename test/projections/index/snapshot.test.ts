/** Reads of one answer are of one state, whatever another process commits between them. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { IndexDatabase } from '../../../src/projections/index/database.ts'
import { openIndex } from '../../../src/projections/index/open-index.ts'
import { readSetting, saveSetting } from '../../../src/projections/index/setting-rows.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function openTwice(): [IndexDatabase, IndexDatabase] {
  const path = join(makeTempDir(), 'memo.sqlite')
  const open = () => openIndex({ path, readOnly: false, setAside: () => undefined })
  const both: [IndexDatabase, IndexDatabase] = [open(), open()]
  onTestFinished(() => {
    for (const db of both) db.close()
  })
  return both
}

test('what another connection commits is seen after the snapshot and not within', () => {
  const [reader, writer] = openTwice()
  saveSetting(writer, 'x', 'before')
  const seen = reader.snapshot(() => {
    const first = readSetting(reader, 'x')
    saveSetting(writer, 'x', 'after')
    return [first, readSetting(reader, 'x')]
  })
  expect(seen).toEqual(['before', 'before'])
  expect(readSetting(reader, 'x')).toBe('after')
})

test('a snapshot ends with the work that fails, and one within another is part of it', () => {
  const [reader, writer] = openTwice()
  const failing = () => {
    readSetting(reader, 'x')
    throw new Error('on purpose')
  }
  expect(() => reader.snapshot(() => reader.snapshot(failing))).toThrow('on purpose')
  saveSetting(writer, 'x', 'after')
  expect(readSetting(reader, 'x')).toBe('after')
  expect(reader.snapshot(() => reader.snapshot(() => reader.raw.inTransaction))).toBe(true)
})
