/**
 * The few instructions of WebAssembly that a program over numbers in memory needs, as bytes (WebAssembly Core
 * Specification 2.0, chapter 5). Knows nothing of what is computed with them.
 */

export type Code = readonly number[]

export interface Program {
  /** Integers that the caller hands over: the first local variables. */
  parameters: number
  /** Further local variables: integers, then vectors of four floats. */
  integers: number
  fours: number
  body: Code
}

/** A module with one function, exported as `run`, over the memory imported as `memo.memory`. */
export function writeProgram({ parameters, integers, fours, body }: Program): Uint8Array<ArrayBuffer> {
  const code = [
    ...list([
      [...unsigned(integers), i32],
      [...unsigned(fours), v128],
    ]),
    ...body,
    end,
  ]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [[0x60, ...list(Array.from({ length: parameters }, () => [i32])), 0]]),
    ...section(2, [[...name('memo'), ...name('memory'), 0x02, 0x00, 1]]),
    ...section(3, [[0]]),
    ...section(7, [[...name('run'), 0x00, 0]]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ])
}

const i32 = 0x7f
const v128 = 0x7b
const end = 0x0b

export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)]
export const constant = (value: number): Code => [0x41, ...signed(value)]
export const add = (a: Code, b: Code): Code => [...a, ...b, 0x6a]
export const multiply = (a: Code, b: Code): Code => [...a, ...b, 0x6c]
export const isBelow = (a: Code, b: Code): Code => [...a, ...b, 0x49]

/** Runs the body once, and again as long as the condition holds. */
export const repeatWhile = (condition: Code, body: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, end]

/** Four floats from memory, at a place and some bytes further. */
export const loadFour = (place: Code, further = 0): Code => [...place, 0xfd, 0x00, 2, ...unsigned(further)]
export const storeFour = (place: Code, value: Code, further = 0): Code => [
  ...place,
  ...value,
  0xfd,
  0x0b,
  2,
  ...unsigned(further),
]
/** One float from memory, four times. */
export const spread = (place: Code): Code => [...place, 0xfd, 0x09, 2, 0]
export const addFours = (a: Code, b: Code): Code => [...a, ...b, 0xfd, 0xe4, 0x01]
export const multiplyFours = (a: Code, b: Code): Code => [...a, ...b, 0xfd, 0xe6, 0x01]

function section(id: number, entries: readonly Code[]): Code {
  const content = list(entries)
  return [id, ...unsigned(content.length), ...content]
}

function list(entries: readonly Code[]): Code {
  return [...unsigned(entries.length), ...entries.flat()]
}

function name(text: string): Code {
  return [...unsigned(text.length), ...Buffer.from(text, 'latin1')]
}

/** LEB128: seven bits a byte, the lowest first, the top bit says that more follow. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** The sign is bit 6 of the last byte, so a value that sets it takes one byte more. */
function signed(value: number): Code {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)]
}
