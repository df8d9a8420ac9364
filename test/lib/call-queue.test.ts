import { expect, test } from 'vitest'
import { callQueue } from '../../src/lib/call-queue.ts'

test('calls run one after another, a failed one holds nothing up, and one that was cancelled is passed over', async () => {
  const queue = callQueue()
  const log: string[] = []
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`)
    await Promise.resolve()
    log.push(`${name} ends`)
    return name
  }
  const cancelled = new AbortController()
  const calls = [
    queue.run(work('one')),
    queue.run(() => Promise.reject(new Error('no'))),
    queue.run(work('never'), cancelled.signal),
    queue.run(work('two')),
  ]
  cancelled.abort()
  expect(queue.length).toBe(4)
  const settled = await Promise.allSettled(calls)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  await queue.idle()
  expect(queue.length).toBe(0)
})
