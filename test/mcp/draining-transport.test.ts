/** The end of standard input: what was asked before it is answered, and nothing else holds the server up. */
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainingTransport } from '../../src/mcp/draining-transport.ts'

async function openTest() {
  // Its own patience is over only when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = drainingTransport(input, output)
  let isClosed = false
  const heard: unknown[] = []
  transport.onmessage = (message) => void heard.push(message)
  transport.onclose = () => {
    isClosed = true
  }
  await transport.start()
  const ask = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const settle = async (): Promise<boolean> => {
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    return isClosed
  }
  const end = (): Promise<boolean> => {
    input.end()
    return settle()
  }
  return { transport, heard, ask, settle, end }
}

test('what is asked is answered first', async () => {
  const { transport, heard, ask, settle, end } = await openTest()
  ask({ id: 1, method: 'tools/list' })
  ask({ id: 2, method: 'ping' })
  expect(await end()).toBe(false)
  expect(heard).toHaveLength(2)
  await transport.send({ jsonrpc: '2.0', id: 2, result: {} })
  expect(await settle()).toBe(false)
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(await settle()).toBe(true)
})

test.each([
  ['nothing was asked', []],
  ['a subscription is answered when it ends', [{ id: 1, method: 'subscriptions/listen' }]],
  [
    'nobody wants the answer any more',
    [
      { id: 1, method: 'tools/list' },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
    ],
  ],
])('it ends at once where %s', async (_, messages) => {
  const { ask, end } = await openTest()
  for (const message of messages) ask(message)
  expect(await end()).toBe(true)
})

test('a client that is gone is not waited for without end', async () => {
  const { ask, settle, end } = await openTest()
  ask({ id: 1, method: 'tools/list' })
  expect(await end()).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(await settle()).toBe(true)
})
