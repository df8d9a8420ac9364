/** A server under load: what agents ask all day. */
import type { Client } from '@modelcontextprotocol/client'
import type { McpVault } from './mcp-vault.ts'

/** Searches, reads, a timeline, a write and a failed call in turn. */
const round: readonly [name: string, parameters: (n: number) => object][] = [
  ['search', (n) => ({ query: `number ${n % 97} jitter` })],
  ['search', () => ({ query: 'jitter', explain: true })],
  ['get', (n) => ({ ids: [`n${n % 50}`], sessionId: `s${n}` })],
  ['timeline', (n) => ({ id: `n${n % 50}` })],
  ['recall', () => ({ query: 'jitter', budget: 2000 })],
  ['upsert', (n) => ({ id: `n${n % 50}`, layer: `layer-${n}` })],
  ['search', () => ({ sort: 'newest' })],
  ['get', (n) => ({ ids: [`nothing-${n}`] })],
]

export async function fill(vault: McpVault, records: number): Promise<void> {
  function* numbered() {
    for (let n = 0; n < records; n++) {
      yield { id: `n${n}`, title: `Number ${n}`, body: `Jitter of number ${n}. ${'Some more words. '.repeat(10)}` }
    }
  }
  await vault.putAll(numbered())
}

/** That many calls, one after another, beginning with the given one. */
export async function callMany(client: Client, calls: number, from = 0): Promise<void> {
  for (let n = from; n < from + calls; n++) {
    const [name, parameters] = round[n % round.length] ?? ['status', () => ({})]
    await client.callTool({ name, arguments: parameters(n) as { [name: string]: unknown } })
  }
}
