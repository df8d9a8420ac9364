/** The sample that ships with the repository is found as well as it was: the gate in front of every change of the ranking. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDrops, measureSample, readCommitted } from '../../bench/quality/sample.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('no measure of the sample falls by more than 0.01', async () => {
  const measured = await measureSample(join(makeTempDir(), 'vault'))
  expect(findDrops(readCommitted(), measured), 'npm run bench:quality -- --check').toEqual([])
})

test('a fall is told, a small one or a rise is not, and nothing may vanish', () => {
  const committed = { mrr: 0.9, recall5: 0.8, recall1: 0.5, hit20: 1 }
  expect(findDrops(committed, { mrr: 0.889, recall5: 0.79, recall1: 0.7 })).toEqual([
    'mrr fell from 0.9000 to 0.8890',
    'hit20 fell from 1.0000 to nothing',
  ])
})
