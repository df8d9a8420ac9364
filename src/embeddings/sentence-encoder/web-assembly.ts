/** The part of the WebAssembly API that is needed, typed here because the types of Node leave it out. */
import { MemoError } from '../../lib/errors.ts'

export interface Memory {
  readonly buffer: ArrayBuffer
}

/** Zeroed memory of at least so many bytes. Throws UNSUPPORTED in a Node that was started without WebAssembly. */
export function openMemory(bytes: number): Memory {
  return new (api().Memory)({ initial: Math.ceil(bytes / pageSize) })
}

const pageSize = 64 * 1024

/** The function that a module of one function exports as `run`, over the memory it imports as `memo.memory`. */
export function openProgram(module: Uint8Array<ArrayBuffer>, memory: Memory): (...parameters: number[]) => void {
  const { Module, Instance } = api()
  return new Instance(new Module(module), { memo: { memory } }).exports.run
}

interface Api {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (
    module: object,
    imports: { memo: { memory: Memory } },
  ) => { exports: { run: (...parameters: number[]) => void } }
}

function api(): Api {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: Api }
  if (WebAssembly !== undefined) return WebAssembly
  throw new MemoError('UNSUPPORTED', 'the sentence encoder needs WebAssembly, and this Node runs without it', {
    hint: 'start Node without --jitless',
  })
}
