/** What the protocol costs: a warm search through `memo mcp` against the verb, and the first answer against a cold command. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { noNarrowing } from '../src/record/narrowing.ts'
import { heldOptions } from '../src/vault/held-options.ts'
import { searchVault } from '../src/vault/reading/search.ts'
import { type Vault, withVault } from '../src/vault/vault.ts'
import { batchLines, benchProject } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

const program = fileURLToPath(new URL('../bin/run.js', import.meta.url))

export async function compareMcp(root: string, records: number, rounds: number): Promise<Comparison[]> {
  const queries = [...batchLines(200)].map((line) =>
    (JSON.parse(line) as { title: string }).title.split(' ').slice(0, 2).join(' '),
  )
  let n = 0
  const next = (): string => queries[n++ % queries.length] ?? ''
  return [await compareWarm(root, records, { rounds, next }), await compareFirst(root, records, { rounds, next })]
}

interface Run {
  rounds: number
  next(): string
}

async function compareWarm(root: string, records: number, { rounds, next }: Run): Promise<Comparison> {
  const client = await connect(root)
  try {
    return await withVault(root, heldOptions, async (vault) => {
      const cases = [
        { name: 'MCP search', run: () => search(client, next()) },
        { name: 'the verb', run: () => searchAlike(vault, next()) },
      ]
      return compare(
        `warm MCP search in ${records} records against the library call`,
        '1.5',
        await takeTurns(cases, rounds),
      )
    })
  } finally {
    await client.close()
  }
}

/** From the start of the process to its first answer. */
async function compareFirst(root: string, records: number, { rounds, next }: Run): Promise<Comparison> {
  const cases = [
    {
      name: 'MCP, from spawn to the first answer',
      run: async () => {
        const client = await connect(root)
        await search(client, next())
        // Its end is not what is measured, and must not be waited for.
        void client.close()
      },
    },
    { name: 'cold memo search', run: () => searchCold(root, next()) },
  ]
  return compare(`first MCP answer in ${records} records against a cold search`, '2', await takeTurns(cases, rounds))
}

async function connect(root: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const args = [program, 'mcp', '--vault', root]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, stderr: 'ignore' }))
  return client
}

function search(client: Client, query: string) {
  return client.callTool({ name: 'search', arguments: { query, projectId: benchProject } })
}

function searchCold(root: string, query: string): void {
  const args = [program, 'search', query, '--vault', root, '--project', benchProject, '--compact', '--json']
  const { status } = spawnSync(process.execPath, args, { cwd: root })
  if (status !== 0) throw new Error(`memo search ended with ${status}`)
}

/** With everything as the tool has it. */
function searchAlike(vault: Vault, query: string) {
  return searchVault(vault, {
    ...noNarrowing,
    ...{ query, projects: [benchProject], allProjects: false, cwd: vault.paths.root },
    ...{ kinds: undefined, statuses: undefined, includeScratch: false, includeExpired: false, asOf: undefined },
    ...{ sort: 'relevance', limit: 50, offset: 0, maxTokens: 2000, compact: true, explain: false },
    ...{ hitIds: [], session: undefined, scan: 'bounded' },
  })
}
