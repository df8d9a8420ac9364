import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { doLongWork } from '../../src/cli/long-work.ts'
import { stopPoint } from '../../src/lib/stop-point.ts'

const options = { json: true, stopped: 'run it again' }

/** Counts on for ever; each number is a consistent point. */
async function countOn(signal: AbortSignal, report: (unit: string, done: number) => void): Promise<never> {
  for (let done = 1; ; done++) {
    report('records', done)
    if (done === 3) process.emit('SIGINT')
    await stopPoint(signal)
  }
}

test('Ctrl-C ends it at the next point, and the failure says how far it has come and how to go on', async () => {
  await expect(doLongWork(options, ({ signal, report }) => countOn(signal, report))).rejects.toMatchObject({
    code: 'INTERRUPTED',
    message: 'interrupted after 3 records',
    hint: 'run it again',
  })
})

test('SIGTERM has a status of its own', async () => {
  const work = doLongWork(options, async ({ signal }) => {
    process.emit('SIGTERM')
    await stopPoint(signal)
  })
  await expect(work).rejects.toMatchObject({ code: 'TERMINATED', message: 'told to end' })
})

test('a second Ctrl-C is not heard any more, so that the system ends the process; its echo is', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const before = process.listenerCount('SIGINT')
  await doLongWork(options, async () => {
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    process.emit('SIGINT')
    process.emit('SIGINT')
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    vi.advanceTimersByTime(400)
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})

test('afterwards nothing is heard, and a result or a failure of the work itself stays what it is', async () => {
  const before = process.listenerCount('SIGINT')
  expect(await doLongWork(options, async () => 'done')).toBe('done')
  await expect(doLongWork(options, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  const late = doLongWork(options, async () => {
    process.emit('SIGINT')
    await setImmediate()
    return 'over all the same'
  })
  expect(await late).toBe('over all the same')
  expect(process.listenerCount('SIGINT')).toBe(before)
})
