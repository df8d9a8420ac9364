/** claude-mem: a worker that keeps observations in SQLite; its command asks the worker. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentFolder } from './document-folder.ts'
import { endWithUs, hasEnded } from './end-with-us.ts'
import { makeEnvironment } from './environment.ts'
import { installFromNpm, runTool, unpackFromNpm } from './install.ts'
import type { Command, Peer, Server, Store } from './peer.ts'
import { endTree } from './process-tree.ts'

const loader = fileURLToPath(new URL('claude-mem-load.ts', import.meta.url))
const project = 'corpus'

export const claudeMem: Peer = {
  name: 'claude-mem',
  source: 'claude-mem@13.25.3',
  isRanked: true,
  differences: [
    'a query is one phrase, so that what is not there word for word is not found',
    'its command asks a worker that must run already: the worker’s time and memory are counted with the command’s',
    'documents come in through its import over HTTP, a hundred at a time, as observations',
    'installed without the server runtime and the grammars of its code search, which a plain `npm install` brings as well',
  ],
  install: (folder) => {
    installFromNpm(folder, ['bun@1', 'zod@4', 'shell-quote@1.9.0'])
    unpackFromNpm(folder, 'claude-mem@13.25.3')
    const bun = join(folder, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin`)
    if (!existsSync(bun)) throw new Error(`bun has no program for ${process.platform}-${process.arch}`)
    const { version } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as { version: string }
    return {
      version,
      paths: [join(folder, 'package'), join(folder, 'node_modules')],
      open: (home, documents) => openClaudeMem({ bun, program: join(folder, 'package') }, home, documents),
    }
  },
}

interface Program {
  bun: string
  program: string
}

function openClaudeMem({ bun, program }: Program, home: string, { documents }: DocumentFolder): Store {
  const data = join(home, '.claude-mem')
  const env = makeEnvironment(home, {
    ...{ CLAUDE_MEM_DATA_DIR: data, CLAUDE_MEM_WORKER_HOST: '127.0.0.1', CLAUDE_MEM_CHROMA_ENABLED: 'false' },
  })
  env.PATH = `${bun}:${env.PATH}`
  const call = (...argv: string[]): Command => ({ argv, cwd: program, env })
  const list = join(home, 'documents.json')
  const names = documents.map(({ name }) => name)
  return {
    prepare: async () => {
      env.CLAUDE_MEM_WORKER_PORT = String(await findFreePort())
      mkdirSync(data, { recursive: true })
      settle(home, program, env.CLAUDE_MEM_WORKER_PORT)
      writeFileSync(list, JSON.stringify(documents))
      runTool(join(bun, 'bun'), ['plugin/scripts/worker-service.cjs', 'start'], program, env)
      endWithUs(findWorker(data))
    },
    load: [{ ...call(process.execPath, loader, list, project), isOurs: true }],
    search: (query) => call(process.execPath, 'dist/npx-cli/index.js', 'search', query),
    read: (stdout) => readClaudeMem(stdout).map((id) => names[id - 1] ?? `${id}`),
    serve: () => Promise.resolve(askWorker(env.CLAUDE_MEM_WORKER_PORT ?? '', findWorker(data))),
    daemon: () => findWorker(data),
    disk: { index: [], all: ['claude-mem.db', 'claude-mem.db-wal', 'corpora'].map((name) => join(data, name)) },
    close: async () => {
      const pid = findWorker(data)
      if (pid !== undefined) endTree(pid)
      hasEnded(pid)
    },
  }
}

/** Where its own installer would put it. */
function settle(home: string, program: string, port: string): void {
  const plugins = join(home, '.claude/plugins/marketplaces')
  mkdirSync(plugins, { recursive: true })
  symlinkSync(program, join(plugins, 'thedotmack'))
  const settings = { CLAUDE_MEM_CHROMA_ENABLED: 'false', CLAUDE_MEM_WORKER_PORT: port }
  writeFileSync(join(home, '.claude-mem/settings.json'), JSON.stringify(settings))
}

function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function findWorker(data: string): number | undefined {
  const file = join(data, 'worker.pid')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid : undefined
}

/** The worker lives on: it belongs to the store. */
function askWorker(port: string, pid: number | undefined): Server {
  return {
    pid,
    search: async (query) => {
      const asked = { query, limit: '10', project, type: 'observations', format: 'json', orderBy: 'relevance' }
      const answer = await fetch(`http://127.0.0.1:${port}/api/search?${new URLSearchParams(asked)}`)
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return readWorker(await answer.json())
    },
    close: async () => {},
  }
}

/** The documents stand in the list of the files that the observation was made from. */
export function readWorker(answer: unknown): string[] {
  const { observations } = answer as { observations: { files_read: string }[] }
  return observations.flatMap(({ files_read }) => JSON.parse(files_read) as string[])
}

/** Ids count from 1, in the order in which the documents were taken in. */
export function readClaudeMem(stdout: string): number[] {
  const { content } = JSON.parse(stdout) as { content: { text: string }[] }
  return [...(content[0]?.text ?? '').matchAll(/^\| #(\d+) \|/gm)].map(([, id]) => Number(id))
}
