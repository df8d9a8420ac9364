/**
 * Standard output and error. What they are made of, Node's streams, sockets and terminals, is a tenth of what a start loads, so
 * they are guarded when somebody takes them, and an answer is written past them where that is the same.
 */
import { fstatSync, type Stats, writeSync } from 'node:fs'
import { findErrno, toExitStatus } from '../lib/errors.ts'
import { toMemoError } from './failure.ts'

/** A closed pipe is no failure, a full disk is. */
export function guardStreams(): void {
  whenTaken('stdout', (stdout) => {
    // In front of any other listener, whenever that was added.
    stdout.prependListener('error', endOfStdout)
    writeFileWhole(stdout)
  })
  // Nobody reads the messages any more: there is nobody to tell either.
  whenTaken('stderr', (stderr) => stderr.on('error', () => {}))
}

/** Writes to standard output. */
export function writeAnswer(text: string): void {
  const bytes = Buffer.from(text)
  const rest = isPlainOutput() ? writeAtOnce(bytes) : bytes
  if (rest.length > 0) process.stdout.write(rest)
}

/** Whether somebody reads along on a screen. */
export function isScreen(): boolean {
  return !isPlainOutput() && process.stdout.isTTY === true
}

/** Gives what could not be written without waiting. */
export function writeAtOnce(bytes: Buffer, write = (some: Buffer) => writeSync(1, some)): Buffer {
  let rest = bytes
  try {
    while (rest.length > 0) rest = rest.subarray(write(rest))
  } catch (error) {
    if (findErrno(error) === 'EAGAIN') return rest
    endOfStdout(error)
    return Buffer.alloc(0)
  }
  return rest
}

/** Node's stream of a file takes a write of a part for one of the whole: a disk that is full in the middle would go unseen. */
function writeFileWhole(stdout: NodeJS.WriteStream): void {
  if (!isStdoutA((stat) => stat.isFile())) return
  stdout._write = (bytes: Buffer, _encoding, done) => {
    try {
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
      return
    }
    done()
  }
}

/** Which of the two somebody has taken: what is written past a stream must not come before what waits in it. */
const taken = new Set<'stdout' | 'stderr'>()

/** A file, a pipe or a socket, to which a stream would write at once too; on Windows it would not. */
function isPlainOutput(): boolean {
  if (taken.has('stdout') || process.platform === 'win32') return false
  return isStdoutA((stat) => stat.isFile() || stat.isFIFO() || stat.isSocket())
}

function isStdoutA(kind: (stat: Stats) => boolean): boolean {
  try {
    return kind(fstatSync(1))
  } catch {
    // It is closed; the stream knows what to do.
    return false
  }
}

function whenTaken(name: 'stdout' | 'stderr', guard: (stream: NodeJS.WriteStream) => void): void {
  const made = Object.getOwnPropertyDescriptor(process, name)
  const take = (): NodeJS.WriteStream => {
    if (made !== undefined) Object.defineProperty(process, name, made)
    const stream = process[name]
    taken.add(name)
    guard(stream)
    return stream
  }
  if (made?.get === undefined) take()
  else Object.defineProperty(process, name, { ...made, get: take })
}

function endOfStdout(error: unknown): void {
  // `memo search … | head -1`: the reader has what it wanted. What the command does besides printing goes on.
  if (findErrno(error) === 'EPIPE') return
  const failure = toMemoError(error)
  writeSync(2, `Error: the answer could not be written: ${failure.message}\n`)
  process.exit(toExitStatus(failure.code))
}
