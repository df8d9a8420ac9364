/** Made-up records for benchmarks: the same for the same count, with words spread as in prose (few common, many rare). */

import { initVault } from '../src/vault/init.ts'
import { closeVault, openVault, type Vault } from '../src/vault/vault.ts'
import { upsertBatch } from '../src/vault/writing/upsert-batch.ts'

export const benchProject = 'bench'

const kinds = ['trap', 'decision', 'note', 'spec', 'plan']
const syllables = 'ba ko mi ru ta nu su li fa du ge po ri va zu ho je qua xi mo'.split(' ')

/** JSON lines for `upsert --batch`. */
export function* batchLines(count: number): Generator<string> {
  const random = generator(42)
  for (let n = 0; n < count; n++) yield JSON.stringify(record(n, random))
}

function record(n: number, random: () => number) {
  return {
    kind: kinds[n % kinds.length],
    title: `${words(4, random)} ${n}`,
    body: body(n, random),
    tags: [word(random), word(random)],
  }
}

/** The text of a record that is the `n`th. */
export function body(n: number, random: () => number): string {
  const [heading, prose] = [words(3, random), words(60, random)]
  return `# ${heading}\n\n${prose}\n\nsee \`${word(random)}_${n}\` in src/${word(random)}/${word(random)}.ts`
}

function words(length: number, random: () => number): string {
  return Array.from({ length }, () => word(random)).join(' ')
}

/** Rank r of the vocabulary comes up with a weight of about 1/r (Zipf), so bm25 has common and rare words to tell apart. */
function word(random: () => number): string {
  let rank = Math.floor(Math.exp(random() * Math.log(20_000)))
  let text = ''
  do {
    text += syllables[rank % syllables.length] ?? ''
    rank = Math.floor(rank / syllables.length)
  } while (rank > 0)
  return text
}

/** A linear congruential generator (Numerical Recipes): benchmarks must repeat. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

async function* toAsync(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}

/** A vault of `count` records; git commits are off, so that only memo is measured. */
export async function makeBenchVault(root: string, count: number, onProgress?: (done: number) => void): Promise<void> {
  await initVault(root)
  await inVault(root, (vault) =>
    upsertBatch(vault, toAsync(batchLines(count)), {
      project: benchProject,
      cwd: root,
      ...(onProgress && { onProgress }),
    }),
  )
}

export async function inVault<T>(root: string, work: (vault: Vault) => Promise<T>): Promise<T> {
  const vault = await openVault(root)
  try {
    return await work(vault)
  } finally {
    closeVault(vault)
  }
}
