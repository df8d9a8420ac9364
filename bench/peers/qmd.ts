/** qmd: an index over folders of Markdown. */
import { join } from 'node:path'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { installFromNpm, runTool } from './install.ts'
import { startMcpServer } from './mcp-server.ts'
import type { Command, Peer, Store } from './peer.ts'

const collection = 'corpus'

export const qmd: Peer = {
  name: 'qmd',
  source: '@tobilu/qmd@2.8.3',
  isRanked: true,
  differences: [
    'keyword search only (`search`): its `query` needs models that have to be fetched',
    'installed without the optional packages of its model runtime, which `npm install` brings as well (0.7 GB on Linux)',
    'all words of a query must be in a document, so that most questions find nothing',
    'it indexes the folder where it lies; memo takes the documents in, with a log and a history',
  ],
  install: (folder) => {
    const vectors = `sqlite-vec-${process.platform}-${process.arch}`
    installFromNpm(folder, ['@tobilu/qmd@2.8.3', vectors], ['--omit=optional'])
    const program = join(folder, 'node_modules/.bin/qmd')
    const version = runTool(program, ['--version'], folder, makeEnvironment(join(folder, 'home')))
    return {
      version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version.trim(),
      paths: [join(folder, 'node_modules')],
      open: (home, documents) => openQmd(program, home, documents),
    }
  },
}

function openQmd(program: string, home: string, { folder }: DocumentFolder): Store {
  const env = makeEnvironment(home)
  const call = (...args: string[]): Command => ({ argv: [program, ...args], cwd: home, env })
  const index = join(home, '.cache/qmd')
  return {
    load: [call('collection', 'add', folder, '--name', collection)],
    refresh: [call('update')],
    search: (query) => call('search', query, '-n', '10', '--json'),
    read: readQmd,
    serve: () =>
      startMcpServer(call('mcp'), {
        name: 'query',
        arguments: (query) => ({ searches: [{ type: 'lex', query }], limit: 10, rerank: false }),
        read: (answer) => (answer as { results: Hit[] }).results.map(toName),
      }),
    disk: { index: [index], all: [index, join(home, '.config/qmd')] },
  }
}

interface Hit {
  file: string
}

/** It says in a sentence that it found nothing. */
export function readQmd(stdout: string): string[] {
  const start = stdout.indexOf('[')
  return start === -1 ? [] : (JSON.parse(stdout.slice(start)) as Hit[]).map(toName)
}

function toName({ file }: Hit): string {
  return file.replace(/^.*\//, '').replace(/\.md$/, '')
}
