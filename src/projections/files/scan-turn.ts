/**
 * Where the next bounded scan begins: a hint in a file of this machine. It is not kept in the index, where each search of a
 * large vault would write, wait for the disk, and hold up whoever writes records.
 */
import { readFileSync, writeFileSync } from 'node:fs'

export interface ScanTurn {
  /** The file behind which to go on; empty for the first. */
  after: string
  /** A folder that was left in its middle. */
  halted?: HaltedFolder
}

export interface HaltedFolder {
  path: string
  /** When the look at it began; what changed since is for the next look. */
  mtime: number
  /** The last name that was looked at. */
  after: string
}

/** The beginning, where the file is missing or says nothing of the kind. */
export function readTurn(file: string): ScanTurn {
  try {
    const { after, halted } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ScanTurn>
    if (typeof after !== 'string') return { after: '' }
    return isHalted(halted) ? { after, halted } : { after }
  } catch {
    return { after: '' }
  }
}

function isHalted(value: Partial<HaltedFolder> | undefined): value is HaltedFolder {
  return typeof value?.path === 'string' && typeof value.after === 'string' && typeof value.mtime === 'number'
}

/** Where it cannot be written, or only in part, the next scan begins from the first file: it finds the same, only later. */
export function noteTurn(file: string, turn: ScanTurn): void {
  try {
    writeFileSync(file, JSON.stringify(turn), { mode: 0o600 })
  } catch {
    // As above.
  }
}
