/** ClawVault: a vault of Markdown for one agent, with an index that it loads whole. */
import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { installFromNpm, runTool } from './install.ts'
import type { Command, Peer, Server, Store } from './peer.ts'

const asker = fileURLToPath(new URL('clawvault-ask.ts', import.meta.url))

export const clawvault: Peer = {
  name: 'ClawVault',
  source: 'clawvault@3.5.2',
  isRanked: true,
  differences: [
    'keyword search only: vectors would need a hosted model',
    'it ranks passages, so that one document may stand for several of ten; warm it is asked for thirty, and each document counts once',
    'warm it is its library, in a process of its own: it has no server of searches',
    'the documents are put into its folder before the clock runs',
  ],
  install: (folder) => {
    installFromNpm(folder, ['clawvault@3.5.2'])
    const program = join(folder, 'node_modules/.bin/clawvault')
    return {
      version: runTool(program, ['--version'], folder, makeEnvironment(join(folder, 'home'))).trim(),
      paths: [join(folder, 'node_modules')],
      open: (home, documents) => openClawVault(folder, home, documents),
    }
  },
}

function openClawVault(installed: string, home: string, { folder }: DocumentFolder): Store {
  const program = join(installed, 'node_modules/.bin/clawvault')
  const vault = join(home, 'vault')
  const env = makeEnvironment(home)
  const call = (...args: string[]): Command => ({ argv: [program, ...args], cwd: home, env })
  const index = ['.clawvault', '.clawvault.json', '.clawvault-index.json'].map((name) => join(vault, name))
  return {
    prepare: () => {
      runTool(program, ['init', vault, '--minimal'], home, env)
      cpSync(folder, join(vault, 'facts'), { recursive: true })
    },
    load: [call('reindex', '-v', vault)],
    search: (query) => call('search', query, '-n', '10', '--json', '-v', vault),
    read: readClawVault,
    serve: async () => startAsker([asker, join(installed, 'node_modules/clawvault/dist/index.js'), vault], home, env),
    disk: { index, all: index },
  }
}

/** A query in a line, an answer in a line. */
function startAsker(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Server {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid,
    search: async (query) => {
      child.stdin.write(`${JSON.stringify(query)}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error('it has ended')
      return toNames(JSON.parse(value) as string[])
    },
    close: async () => {
      child.kill()
    },
  }
}

export function readClawVault(stdout: string): string[] {
  const { results } = JSON.parse(stdout) as { results: { document: { path: string } }[] }
  return toNames(results.map(({ document }) => document.path))
}

function toNames(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.replace(/^.*\//, '').replace(/\.md$/, '')))].slice(0, 10)
}
