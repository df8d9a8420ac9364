/** This repository's own program, as it is built now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { startMcpServer } from './mcp-server.ts'
import type { Command, Peer, Store } from './peer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = 'corpus'

export const memo: Peer = {
  name: 'memo',
  source: 'this repository',
  isRanked: true,
  differences: [],
  install: () => ({
    version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    paths: ['bin', 'dist', 'data', 'package.json', '.oclif.manifest.json', 'node_modules/better-sqlite3'].map((name) =>
      join(root, name),
    ),
    open: openMemo,
  }),
}

function openMemo(home: string, { folder }: DocumentFolder): Store {
  const vault = join(home, 'vault')
  const env = makeEnvironment(home, { MEMO_VAULT: vault })
  const call = (...args: string[]): Command => ({
    argv: [process.execPath, join(root, 'bin/run.js'), ...args],
    ...{ cwd: home, env },
  })
  const search = (query: string): Command =>
    call('search', query, '--project', project, '--limit', '10', '--json', '--compact')
  const { argv, cwd } = search('nothing')
  return {
    load: [call('init'), call('import', 'markdown', folder, '--project', project, '--allow-secret', '--json')],
    rebuild: [call('rebuild')],
    refresh: [{ argv: [...argv, '--refresh'], cwd, env }],
    search,
    read: readMemo,
    serve: () =>
      startMcpServer(call('mcp'), {
        name: 'search',
        arguments: (query) => ({ query, projectId: project, limit: 10 }),
        read: readAnswer,
      }),
    disk: { index: [join(vault, 'memo.sqlite')], all: [vault] },
  }
}

export function readMemo(stdout: string): string[] {
  return readAnswer(JSON.parse(stdout))
}

function readAnswer(answer: unknown): string[] {
  return (answer as { hits: { id: string }[] }).hits.map(({ id }) => id)
}
