/**
 * Code of the bundle that is compiled once: what V8 has made of a script by the end of a run is kept for the next one, with
 * every function that was called. Node's own compile cache keeps a module as it was before it ran, when hardly a function
 * is compiled yet, so that a search compiled its 2,000 functions anew each time.
 */
import type { Script } from 'node:vm'

// It runs before the script that the rest of the bundle shares, so it imports nothing of it.
const { mkdirSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } =
  process.getBuiltinModule('node:fs')
const { getCompileCacheDir } = process.getBuiltinModule('node:module')
const { basename, dirname, join } = process.getBuiltinModule('node:path')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const vm = process.getBuiltinModule('node:vm')

/** What the bundler makes of a chunk (`scripts/start-script.mjs`): takes what the chunk imports, gives what it exports. */
export type Chunk = (...imports: readonly unknown[]) => { readonly [name: string]: unknown }

/**
 * Another call may have called other functions: after so long what is kept becomes both (ms). The second call does not wait,
 * as the first one often found nothing yet: without the code of an answer with hits a search takes 7 to 9 ms more.
 */
const renewAfter = 3_600_000

/**
 * The script at the address, which is plain ASCII. What these commands call of it is kept for each of them, apart from what
 * all others call. Kept in the folder of Node's compile cache, whose name tells the version and the flags of V8; where that
 * is off, or cannot be read or written, the start is only slower.
 */
export function openScript(url: URL, commands: readonly string[]): Chunk {
  const filename = fileURLToPath(url)
  const source = readFileSync(filename, 'latin1')
  const kept = keptFile(filename, commands)
  const cachedData = kept === undefined ? undefined : readKept(kept)
  const script = new vm.Script(source, { filename, ...(cachedData !== undefined && { cachedData }) })
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true
  if (kept !== undefined && !(isKept && isFresh(kept)))
    process.once('exit', (status) => status === 0 && keep(kept, script, { isFirst: !isKept }))
  return script.runInThisContext()
}

function keptFile(filename: string, commands: readonly string[]): string | undefined {
  const folder = getCompileCacheDir()
  const command = commands.find((name) => name === process.argv[2]) ?? 'rest'
  return folder === undefined ? undefined : join(folder, `${basename(filename)}.${command}`)
}

/**
 * The file holds the code twice. V8 runs what it is given, and a flipped bit in it ends the process; to compare the halves
 * takes a tenth of a millisecond, where a checksum would have to load a module of Node for three.
 */
function readKept(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    const half = bytes.subarray(0, bytes.length / 2)
    return half.equals(bytes.subarray(half.length)) ? half : undefined
  } catch {
    // There is none yet.
    return undefined
  }
}

function isFresh(path: string): boolean {
  const mtime = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Math.abs(Date.now() - mtime) < renewAfter
}

/** Whole or not at all, as several processes may do so at once. The first is kept as one that is to be renewed. */
function keep(path: string, script: Script, { isFirst }: { isFirst: boolean }): void {
  if (!isMarkedAsBegun(path)) return
  const code = script.createCachedData()
  const temporary = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600 })
    if (isFirst) utimesSync(temporary, 0, 0)
    renameSync(temporary, path)
  } catch {
    // A start without it is only slower.
    removePart(temporary)
  }
}

/** On a full disk each run would leave another. */
function removePart(temporary: string): void {
  try {
    unlinkSync(temporary)
  } catch {
    // It was not even begun.
  }
}

/** The folder is named by the mark that V8 gave compiled code at the start; code of another is taken by no run that starts so. */
function isMarkedAsBegun(path: string): boolean {
  const mark = process.getBuiltinModule('node:v8').cachedDataVersionTag().toString(16).padStart(8, '0')
  return basename(dirname(path)).split('-').includes(mark)
}
