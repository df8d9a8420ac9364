/** ripgrep: what reading all files anew costs. It has no index and no order. */
import { join } from 'node:path'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { runTool, unpackFromDebian } from './install.ts'
import type { Peer, Store } from './peer.ts'

export const ripgrep: Peer = {
  name: 'ripgrep',
  source: 'ripgrep (Debian)',
  isRanked: false,
  differences: ['no index and no order: it lists the files that have any of the words as a part of a word'],
  install: (folder) => {
    const program = join(unpackFromDebian(folder, 'ripgrep'), 'usr/bin/rg')
    const version = runTool(program, ['--version'], folder)
    return {
      version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? '',
      paths: [program],
      open: (home, documents) => openRipgrep(program, home, documents),
    }
  },
}

function openRipgrep(program: string, home: string, { folder }: DocumentFolder): Store {
  const env = makeEnvironment(home)
  return {
    load: [],
    search: (query) => {
      const words = query.split(' ').flatMap((word) => ['-e', word])
      return { argv: [program, '-l', '-i', '-F', ...words, folder], cwd: home, env }
    },
    read: readRipgrep,
    disk: { index: [], all: [] },
  }
}

export function readRipgrep(stdout: string): string[] {
  return [...stdout.matchAll(/([^/\n]+)\.md$/gm)].map(([, name = '']) => name)
}
