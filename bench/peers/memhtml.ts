/** memhtml: memories as HTML files in git, searched by words where no model is at hand. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { installFromNpm, runTool } from './install.ts'
import { startMcpServer } from './mcp-server.ts'
import type { Command, Peer, Store } from './peer.ts'

const offline = { MEMHTML_EMBED: 'off', MEMHTML_LLM: 'off', MEMHTML_EXTRACT_ENTITIES: 'off' }

export const memhtml: Peer = {
  name: 'memhtml',
  source: 'memhtml@0.15.1',
  isRanked: true,
  differences: [
    'keyword search only: vectors would need a server of embeddings',
    'a document with the same text as another one is that one',
    'its answers always have a snippet, those of memo only when asked',
  ],
  install: (folder) => {
    installFromNpm(folder, ['memhtml@0.15.1'])
    const program = join(folder, 'node_modules/.bin/memhtml')
    const env = makeEnvironment(join(folder, 'home'))
    const manifest = JSON.parse(runTool(program, ['manifest'], folder, env)) as { data: { version: string } }
    return {
      version: manifest.data.version,
      paths: [join(folder, 'node_modules')],
      open: (home, documents) => openMemhtml(program, home, documents),
    }
  },
}

function openMemhtml(program: string, home: string, { documents }: DocumentFolder): Store {
  const root = join(home, 'store')
  const env = makeEnvironment(home, { ...offline, MEMHTML_ROOT: root })
  const call = (...args: string[]): Command => ({ argv: [program, ...args, '--dense'], cwd: home, env })
  const operations = join(home, 'operations.jsonl')
  let names = new Map<string, string>()
  const toNames = (paths: readonly string[]): string[] => paths.map((path) => names.get(path) ?? path)
  return {
    prepare: () => {
      const lines = documents.map(({ name, title, text }) =>
        JSON.stringify({ op: 'write', type: 'semantic', title: title || name, body: text }),
      )
      writeFileSync(operations, `${lines.join('\n')}\n`)
    },
    load: [call('init'), call('apply', '--continue-on-error', '--file', operations)],
    loaded: (stdout) => {
      const named = readApplied(stdout).map((path, index) => [path, documents[index]?.name ?? path] as const)
      // The first of several with the same text gave the file its name.
      names = new Map(named.toReversed())
    },
    rebuild: [call('index', 'rebuild')],
    refresh: [call('index', 'update')],
    search: (query) => call('search', query, '--limit', '10'),
    read: (stdout) => toNames(readMemhtml(stdout)),
    serve: () =>
      startMcpServer(
        { argv: [program, 'serve', 'mcp'], cwd: home, env },
        {
          name: 'memory_search',
          arguments: (query) => ({ query, limit: 10 }),
          read: (answer) => toNames((answer as Hits).hits.map(({ path }) => path)),
        },
      ),
    disk: { index: [join(root, '.memhtml')], all: [root] },
  }
}

interface Hits {
  hits: { path: string }[]
}

export function readMemhtml(stdout: string): string[] {
  return (JSON.parse(stdout) as { data: Hits }).data.hits.map(({ path }) => path)
}

/** The path of each operation, in their order; an empty one where it was refused. */
export function readApplied(stdout: string): string[] {
  const { data } = JSON.parse(stdout) as { data: { results: { path?: string }[] } }
  return data.results.map(({ path }) => path ?? '')
}
