import { expect, test } from 'vitest'
import { latest } from '../../src/tui/latest.ts'

const fail = (error: unknown): never => expect.fail(String(error))

/** Work that ends when the test says so. */
function heldWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (question: string): Promise<string> => {
    begun.push(question)
    return new Promise((resolve) => {
      ends.push(() => resolve(`${question}!`))
    })
  }
  return { begun, work, endNext: () => ends.shift()?.() }
}

/** A timer alone may come before the turn that the work waits for. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve)))
}

test('of what is asked while one is answered only the newest is answered', async () => {
  const { begun, work, endNext } = heldWork()
  const told: string[] = []
  const { ask } = latest(work, (answer) => told.push(answer), fail)
  ask('a')
  await turn()
  for (const question of ['ab', 'abc', 'abcd']) ask(question)
  endNext()
  await turn()
  expect(begun).toEqual(['a', 'abcd'])
  endNext()
  await turn()
  expect(told).toEqual(['abcd!'])
})

test('work does not begin in the turn in which it was asked for, so that keys of one moment are one question', async () => {
  const { begun, work } = heldWork()
  const { ask } = latest(work, () => {}, fail)
  ask('a')
  ask('ab')
  expect(begun).toEqual([])
  await turn()
  expect(begun).toEqual(['ab'])
})

test('a failure is told, and the next question is answered', async () => {
  const failures: unknown[] = []
  const told: string[] = []
  const work = async (question: string): Promise<string> => {
    if (question === 'bad') throw new Error(question)
    return question
  }
  const { ask, stop } = latest(
    work,
    (answer) => told.push(answer),
    (error) => failures.push(error),
  )
  ask('bad')
  await turn()
  ask('good')
  await turn()
  expect([failures, told]).toEqual([[new Error('bad')], ['good']])
  stop()
  ask('late')
  await turn()
  expect(told).toEqual(['good'])
})
