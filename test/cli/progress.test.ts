import { expect, test } from 'vitest'
import { renderProgress, startProgress } from '../../src/cli/progress.ts'

function makePlace(columns: number | undefined) {
  let time = 0
  const written: string[] = []
  const place = { now: () => time, write: (text: string) => written.push(text), columns }
  return { place, written, pass: (ms: number) => (time += ms) }
}

test('says how much, how fast and how long', () => {
  const state = { unit: 'records', done: 3000, first: { done: 0, share: 0 }, ms: 2500, bar: true }
  expect(renderProgress({ ...state, share: 0.3 })).toBe('[######--------------]  30 %  3000 records  1200/s  6 s left')
  expect(renderProgress({ ...state, share: 0.3, bar: false })).toBe('30 %  3000 records  1200/s  6 s left')
  expect(renderProgress({ ...state, share: undefined })).toBe('3000 records  1200/s')
  expect(renderProgress({ ...state, share: 0.01 })).toContain('4 min 8 s left')
  expect(renderProgress({ ...state, share: 1.2 })).toContain('[####################] 100 %')
  expect(renderProgress({ ...state, share: 0, ms: 0 })).toBe('3000 records  3000000/s')
})

test('draws one line again on a terminal, no wider than it, and takes it off at the end', () => {
  const { place, written, pass } = makePlace(30)
  const progress = startProgress('files', place)
  progress.update(1, 0.1)
  expect(written).toEqual([])
  for (let done = 2; done < 100; done++) {
    pass(10)
    progress.update(done, done / 100)
  }
  progress.end()
  expect(written).toHaveLength(10)
  for (const text of written.slice(0, -1)) expect(text).toMatch(/^\r\x1b\[2K.{29}$/)
  expect(written.at(-1)).toBe('\r\x1b[2K')
})

test('where there is no terminal, says nothing of what is short and little of what is long', () => {
  const { place, written, pass } = makePlace(undefined)
  const progress = startProgress('events', place)
  // Not yet any of the work.
  pass(60_000)
  for (let done = 0; done <= 30; done++) {
    progress.update(done * 100)
    pass(1000)
  }
  progress.end()
  expect(written).toEqual(['200 events  100/s\n', '1200 events  100/s\n', '2200 events  100/s\n'])
})

test('how fast and how long is told by what was done since the first word of it', () => {
  const { place, written, pass } = makePlace(undefined)
  const progress = startProgress('texts', place)
  progress.update(64, 0.1)
  pass(3000)
  progress.update(128, 0.2)
  pass(10_000)
  progress.update(128, 0.1)
  expect(written).toEqual(['20 %  128 texts  21/s  24 s left\n', '10 %  128 texts  5/s\n'])
})
