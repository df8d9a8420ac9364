/** recoll: full-text search of the desktop in C++ on Xapian; how fast a native program is. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { runTool, unpackFromDebian } from './install.ts'
import type { Command, Peer, Store } from './peer.ts'

export const recoll: Peer = {
  name: 'recoll',
  source: 'recollcmd (Debian)',
  isRanked: true,
  differences: [
    'native code; asked for documents with any of the words (`-o`), as memo does it',
    'it indexes the folder where it lies, by words alone: no log, no history, no snippets in the answer',
    'no server and no library that could be measured warm',
  ],
  install: (folder) => {
    const root = unpackFromDebian(folder, 'recollcmd')
    const { file, version } = findVersion(folder)
    return { version, paths: [join(root, 'usr')], open: (home, documents) => openRecoll(file(root), home, documents) }
  },
}

interface Programs {
  bin: string
  env: { [name: string]: string }
}

function findVersion(folder: string): { file(root: string): Programs; version: string } {
  const [deb = ''] = runTool('sh', ['-c', 'ls recollcmd_*.deb'], folder).trim().split('\n')
  const version = runTool('dpkg-deb', ['--field', deb, 'Version'], folder).trim()
  const triplet = runTool('sh', ['-c', 'ls -d root/usr/lib/*-linux-gnu*'], folder).trim().split('\n')[0] ?? ''
  const file = (root: string): Programs => ({
    bin: join(root, 'usr/bin'),
    env: {
      LD_LIBRARY_PATH: [triplet, `${triplet}/recoll`].map((path) => join(folder, path)).join(':'),
      RECOLL_DATADIR: join(root, 'usr/share/recoll'),
    },
  })
  return { file, version }
}

function openRecoll({ bin, env: libraries }: Programs, home: string, { folder }: DocumentFolder): Store {
  const env = makeEnvironment(home, libraries)
  const settings = join(home, 'recoll')
  const call = (program: string, ...args: string[]): Command => ({
    argv: [join(bin, program), '-c', settings, ...args],
    ...{ cwd: home, env },
  })
  return {
    prepare: () => {
      mkdirSync(settings)
      const lines = [`topdirs = ${folder}`, 'indexedmimetypes = text/markdown text/plain', 'loglevel = 1']
      writeFileSync(join(settings, 'recoll.conf'), `${lines.join('\n')}\n`)
    },
    load: [call('recollindex')],
    refresh: [call('recollindex')],
    search: (query) => call('recollq', '-n', '10', '-o', query),
    read: readRecoll,
    disk: { index: [join(settings, 'xapiandb')], all: [settings] },
  }
}

/** A line of each has its address in brackets. */
export function readRecoll(stdout: string): string[] {
  return [...stdout.matchAll(/\t\[file:\/\/[^\]]*\/([^/\]]+)\.md\]\t/g)].map(([, name = '']) => name)
}
