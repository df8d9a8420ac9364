/** recoll: full-text search of the desktop in C++ on Xapian; how fast a native program is. */
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { DocumentFolder } from './document-folder.ts'
import { makeEnvironment } from './environment.ts'
import { runTool, unpackFromDebian } from './install.ts'
import type { Command, Peer, Store } from './peer.ts'

export const recoll: Peer = {
  name: 'recoll',
  source: 'recollcmd (Debian)',
  isRanked: true,
  differences: [
    'native code; asked for documents with any of the words (`-o`)',
    'it indexes the folder where it lies, by words alone: no log, no history, no snippets in the answer',
    'no server and no library that could be measured warm',
  ],
  install: (folder) => {
    const root = unpackFromDebian(folder, 'recollcmd')
    const [archive = ''] = globSync('recollcmd_*.deb', { cwd: folder })
    const [libraries = ''] = globSync('usr/lib/*-linux-gnu*', { cwd: root }).map((path) => join(root, path))
    const env = {
      LD_LIBRARY_PATH: [libraries, join(libraries, 'recoll')].join(delimiter),
      RECOLL_DATADIR: join(root, 'usr/share/recoll'),
    }
    return {
      version: runTool('dpkg-deb', ['--field', archive, 'Version'], folder).trim(),
      paths: [join(root, 'usr')],
      open: (home, documents) => openRecoll({ bin: join(root, 'usr/bin'), env }, home, documents),
    }
  },
}

interface Programs {
  bin: string
  env: { [name: string]: string }
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
