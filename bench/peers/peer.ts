/**
 * What the comparison asks of a program that finds documents: how it is installed, takes a folder in, and searches. It
 * knows nothing of how that is timed.
 */
import type { DocumentFolder } from './document-folder.ts'

export interface Peer {
  name: string
  /** As its registry calls it, with the version that is asked for. */
  source: string
  /** Whether what it answers is in an order of relevance. */
  isRanked: boolean
  /** What of it is not the same as for the others. */
  differences: readonly string[]
  /** Into its own folder, unless it is there already. @throws Error with the reason why it cannot be had */
  install(folder: string): Installed
}

export interface Installed {
  /** As it tells it itself. */
  version: string
  /** All that had to be installed. */
  paths: readonly string[]
  /** @param home an empty folder: all that the program keeps lies in it */
  open(home: string, documents: DocumentFolder): Store
}

export interface Store {
  /** What is done before the clock runs. */
  prepare?(): void | Promise<void>
  /** From an empty store to one that can be searched. */
  load: readonly Command[]
  /** Takes what the last command of `load` printed. */
  loaded?(stdout: string): void
  /** The index made anew from what the program keeps itself; undefined where that is the same as `load`. */
  rebuild?: readonly Command[]
  /** Looks whether anything has changed, when nothing has. Undefined where there is nothing to look at. */
  refresh?: readonly Command[]
  search(query: string): Command
  /** Names of documents out of what `search` printed, best first. */
  read(stdout: string): string[]
  /** A process that has loaded everything and answers many searches. */
  serve?(): Promise<Server>
  /** A process that must run for the commands to work; what it takes is theirs too. */
  daemon?(): number | undefined
  /** What lies in the home: the index alone, and everything apart from the documents' own files. */
  disk: { index: readonly string[]; all: readonly string[] }
  close?(): Promise<void>
}

export interface Command {
  argv: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** A script of this comparison, whose own cost is not the program's. */
  isOurs?: boolean
}

export interface Server {
  pid: number | undefined
  /** Names of documents, best first, ten at most. */
  search(query: string): Promise<string[]>
  close(): Promise<void>
}
