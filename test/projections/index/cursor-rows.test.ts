/** What a store remembers of the cursors is never behind what the file says. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Position, startPosition } from '../../../src/events/log.ts'
import { cursorStore } from '../../../src/projections/index/cursor-rows.ts'
import { openIndex } from '../../../src/projections/index/open-index.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const at = (seq: number): Position => ({ ...startPosition, seq })

function openTwice() {
  const path = join(makeTempDir(), 'memo.sqlite')
  const open = () => openIndex({ path, readOnly: false, setAside: () => undefined })
  const [one, other] = [open(), open()]
  onTestFinished(() => {
    one.close()
    other.close()
  })
  return { one: cursorStore(one), other: cursorStore(other) }
}

test('what another connection has folded is seen', () => {
  const { one, other } = openTwice()
  other.advance('index', new Map([['a', at(1)]]))
  expect(one.cursor('index').get('a')?.seq).toBe(1)
  other.advance('index', new Map([['a', at(2)]]))
  expect(one.cursor('index').get('a')?.seq).toBe(2)
})

test('only the writers that went on are written, and a restart forgets all', () => {
  const { one } = openTwice()
  one.advance(
    'index',
    new Map([
      ['a', at(1)],
      ['b', at(5)],
    ]),
  )
  one.advance('index', new Map([['a', at(2)]]))
  one.advance('files', new Map([['a', at(1)]]))
  expect([...one.cursor('index')].map(([writer, { seq }]) => `${writer}${seq}`)).toEqual(['a2', 'b5'])
  one.restart('index', 7)
  expect([one.cursor('index').size, one.cursor('files').size, one.version('index')]).toEqual([0, 1, 7])
})

test('what a transaction that failed had noted is not remembered', () => {
  const { one } = openTwice()
  one.advance('index', new Map([['a', at(1)]]))
  const failing = () =>
    one.transaction(() => {
      one.advance('index', new Map([['a', at(2)]]))
      expect(one.cursor('index').get('a')?.seq).toBe(2)
      throw new Error('on purpose')
    })
  expect(failing).toThrow('on purpose')
  expect(one.cursor('index').get('a')?.seq).toBe(1)
})
