/** Whatever a client sends: an answer, a failure that says what to do, or an error of the protocol; and the next call works. */
import { setTimeout as pause } from 'node:timers/promises'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vaultHost } from '../../src/mcp/host.ts'
import { resourceList } from '../../src/mcp/resource-list.ts'
import { makeServer } from '../../src/mcp/server.ts'
import { tools } from '../../src/mcp/tools/table.ts'
import { fuzzJson, fuzzPatience, fuzzRuns, fuzzText } from '../support/fuzz-texts.ts'
import { initialize } from '../support/mcp.ts'
import { makeVault, putAll } from '../support/vault.ts'

interface Answer {
  id?: number | string
  result?: { isError?: boolean; content?: { text: string }[] }
  error?: { code: number; message: string }
}

const methods = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'prompts/get',
  'ping',
  'logging/setLevel',
]

/** Arguments of the tool with wrong values, its own example with one of them wrong, or anything at all. */
const anyCall = fc.constantFrom(...tools).chain(({ name, input, example }) => {
  const known = fc.dictionary(fc.constantFrom(...Object.keys(input.shape)), fuzzJson, { maxKeys: 4 })
  const wrong = known.map((values) => ({ ...example, ...values }))
  return fc.oneof(known, wrong, fuzzJson).map((given) => ({ name, arguments: given }))
})
const anyParams = fc.dictionary(fc.oneof(fuzzText, fc.constantFrom('name', 'uri', 'arguments', 'cursor')), fuzzJson)
const anyMessage = fc.oneof(
  { weight: 6, arbitrary: anyCall.map((params) => ({ method: 'tools/call', params })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...methods), anyParams).map(([method, params]) => ({ method, params })),
  },
  { weight: 1, arbitrary: fc.tuple(fuzzText, anyParams).map(([method, params]) => ({ method, params })) },
  { weight: 1, arbitrary: fuzzText.map((uri) => ({ method: 'resources/read', params: { uri } })) },
)

async function openWire() {
  const { vault, root } = await makeVault()
  await putAll(vault, [
    { id: 'one', kind: 'trap', title: 'One', body: 'text [[two]]' },
    { id: 'two', title: 'Two', body: 'more' },
  ])
  const host = vaultHost({ root, cwd: root, tell: () => undefined, idleMs: 1_000_000 })
  const resources = resourceList(host, () => undefined)
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const waiting = new Map<unknown, (answer: Answer) => void>()
  mine.onmessage = (message) => waiting.get((message as Answer).id)?.(message as Answer)
  await mine.start()
  await makeServer({ host, resources, version: '1' }).connect(its)
  let id = 0
  const ask = async (message: object): Promise<Answer | undefined> => {
    id += 1
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    await mine.send({ jsonrpc: '2.0', id, ...message } as never)
    return Promise.race([answer, pause(5_000, undefined, { ref: false })])
  }
  const tell = (message: unknown): Promise<void> => mine.send(message as never)
  const close = async (): Promise<void> => {
    await mine.close()
    resources.close()
    await host.close()
  }
  return { ask, tell, close }
}

test(
  'any message is answered, and no answer says that memo is at fault',
  async () => {
    const { ask, tell, close } = await openWire()
    expect(await ask({ method: initialize.method, params: initialize.params })).toHaveProperty('result')
    const property = fc.asyncProperty(anyMessage, fuzzJson, async (message, nonsense) => {
      // What is no message at all is passed over.
      await tell(nonsense)
      const answer = await ask(message)
      const shown = JSON.stringify(answer)
      expect(shown).toMatch(/"(result|error)":/)
      expect(shown).not.toMatch(/"code":"BUG"|\\"code\\":\\"BUG\\"|TypeError|RangeError|at .*\.ts:\d+/)
    })
    await fc.assert(property, fuzzRuns(120))
    const found = await ask({ method: 'tools/call', params: { name: 'search', arguments: { query: 'text' } } })
    expect(found?.result?.isError).not.toBe(true)
    await close()
  },
  fuzzPatience,
)
