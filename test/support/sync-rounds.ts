/** Random work in several clones with random syncs between, from a seed; what must hold at the end is checked here too. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isPresent } from '../../src/events/fold.ts'
import type { EventDraft } from '../../src/events/schema.ts'
import { isDeletedByHand } from '../../src/projections/files/write-record-file.ts'
import { appendAndFold } from '../../src/vault/append.ts'
import { refresh, write } from '../../src/vault/refresh.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { type Clone, filesOf, git, makeClones, sync, syncUntilQuiet } from './clones.ts'
import { allEvents, dumpIndex, recordFiles, saidByFiles, saidByIndex, saidByLog, statesByIndex } from './inspect.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { hit, project, put, rate } from './vault.ts'

export interface RoundsInput {
  seed: number
  clones: number
  /** Operations in all. */
  operations: number
  /** How far the clocks of the clones are apart. */
  skewMs?: number
  /** Somebody without memo edits in a clone of plain git, too. */
  foreign?: boolean
}

interface Counted {
  hits: number
  ratings: number
}

export async function runRounds({
  seed,
  clones: count,
  operations,
  skewMs = 7,
  foreign = false,
}: RoundsInput): Promise<void> {
  const random = seededRandom(seed)
  const { all, remote, folder, close } = await makeClones(count, { skewMs })
  const plain = join(folder, 'plain')
  const counted: Counted = { hits: 0, ratings: 0 }
  for (let n = 0; n < operations; n++) {
    const clone = all[Math.floor(random() * count)]
    if (clone === undefined) throw new Error('no clone')
    clone.ports.advance(Math.floor(random() * 5000))
    const where = `seed ${seed}, operation ${n}`
    if (foreign && random() < 0.1) editAway(remote, plain, random, n)
    else await act(clone, random, n, counted).catch((cause: unknown) => fail(where, cause))
    if (random() < 0.25) await sync(clone.vault).catch((cause: unknown) => fail(where, cause))
  }
  await syncUntilQuiet(all).catch((cause: unknown) => fail(`seed ${seed}, at the end`, cause))
  await assertAlike(all, counted, `seed ${seed}`)
  close()
}

function fail(where: string, cause: unknown): never {
  throw new Error(`${where}: ${cause}`, { cause })
}

async function assertAlike(all: readonly Clone[], counted: Counted, seed: string): Promise<void> {
  const [first] = all
  if (first === undefined) return
  for (const { vault } of all) await refresh(vault, 'full')
  const [files, index] = [filesOf(first.root), dumpIndex(first.vault)]
  for (const { root, vault } of all) {
    expect(filesOf(root), `${seed}: files of ${root}`).toEqual(files)
    expect(dumpIndex(vault), `${seed}: index of ${root}`).toEqual(index)
    expect(saidByIndex(vault), seed).toEqual(saidByLog(vault))
    expect(git(root, 'status', '--porcelain'), seed).toBe('')
  }
  const events = allEvents(first.vault)
  expect(events.filter(({ type }) => type === 'record.hit').length, `${seed}: hits`).toBe(counted.hits)
  expect(events.filter(({ type }) => type === 'record.rated').length, `${seed}: ratings`).toBe(counted.ratings)
  const said = saidByFiles(first.root)
  expect(said, seed).toEqual(saidInFiles(first.vault, said))
}

/** Only a record that was archived because its file was deleted may have none. */
function saidInFiles(vault: Vault, files: object): object {
  const bare = [...statesByIndex(vault).values()].filter(isDeletedByHand).map((state) => `${state.project}/${state.id}`)
  const missing = bare.filter((key) => !Object.hasOwn(files, key))
  return Object.fromEntries(Object.entries(saidByLog(vault)).filter(([key]) => !missing.includes(key)))
}

async function act(clone: Clone, random: Random, n: number, counted: Counted): Promise<void> {
  const { vault } = clone
  const id = `r${Math.floor(random() * 6)}`
  const choice = random()
  const state = statesByIndex(vault).get(`${project}/${id}`)
  if (choice < 0.3 || !isPresent(state)) {
    if (isPresent(state) || existsSync(join(clone.root, `projects/acme/decisions/${id}.md`)) === false)
      await put(vault, {
        id,
        kind: 'decision',
        title: `Title ${n}`,
        ...(random() < 0.5 && { body: `Body ${n}\n\nmore` }),
        ...(isPresent(state) ? {} : { body: `New ${n}` }),
      })
  } else if (choice < 0.5) {
    await hit(vault, id)
    counted.hits += 1
  } else if (choice < 0.62) {
    await rate(vault, id, random() < 0.5 ? 'helpful' : 'stale')
    counted.ratings += 1
  } else if (choice < 0.72) {
    const types = ['record.archived', 'record.restored', 'record.forgotten'] as const
    const type = types[Math.floor(random() * 3)] ?? 'record.archived'
    const draft: EventDraft = { actor: 'cli', type, data: { project, id } }
    await write(vault, { label: 'test' }, () => appendAndFold(vault, [draft]))
  } else if (choice < 0.95) editByHand(clone, random, n)
  else pullByHand(clone, random)
}

/** With or without the merge driver; whatever state that leaves is for the next command. */
function pullByHand({ root }: Clone, random: Random): void {
  const isPlain = random() < 0.5
  if (isPlain) tryGit(root, 'config', '--remove-section', 'merge.memo')
  tryGit(root, 'pull', '-q', '--no-rebase')
}

function tryGit(root: string, ...command: string[]): void {
  try {
    git(root, ...command)
  } catch {
    // Refused, or stopped on a conflict: both happen to people.
  }
}

/** In an editor, behind memo's back. */
function editByHand({ root }: Clone, random: Random, n: number): void {
  const files = recordFiles(root)
  const file = files[Math.floor(random() * files.length)]
  const choice = random()
  if (choice < 0.15 || file === undefined) {
    writeFileSync(join(root, 'projects/acme/decisions', `hand-${n}.md`), `# By hand ${n}\n\ntext\n`, { flag: 'w' })
    return
  }
  editText(join(root, file), choice, n)
}

function editText(path: string, choice: number, n: number): void {
  const text = readFileSync(path, 'utf8')
  if (choice < 0.2) rmSync(path)
  else if (choice < 0.5) appendFileSync(path, `\nline ${n}\n`)
  else if (choice < 0.7) writeFileSync(path, text.replace(/^title: .*$/m, `title: "Hand ${n}"`))
  else if (choice < 0.85) writeFileSync(path, text.replace(/^---\n/, `---\n# comment ${n}\n`))
  else writeFileSync(path, withModule(text, n))
}

/** A second line of that name would be a file that nobody can follow, and that stays as it is. */
function withModule(text: string, n: number): string {
  if (/^module: /m.test(text)) return text.replace(/^module: .*$/m, `module: m${n}`)
  return text.replace(/^status: .*\n/m, (line) => `${line}module: m${n}\n`)
}

/** On a forge's web page: a commit on the remote's branch that memo knows nothing of. */
function editAway(remote: string, plain: string, random: Random, n: number): void {
  if (!existsSync(plain)) git(join(plain, '..'), 'clone', '-q', remote, plain)
  git(plain, 'fetch', '-q')
  git(plain, 'reset', '-q', '--hard', 'origin/main')
  if (!existsSync(join(plain, 'projects'))) return
  const files = recordFiles(plain)
  const file = files[Math.floor(random() * files.length)]
  if (file === undefined) return
  editText(join(plain, file), random(), n)
  if (git(plain, 'status', '--porcelain') === '') return
  git(plain, 'commit', '-q', '-a', '-m', `edit ${n} on the web`)
  git(plain, 'push', '-q')
}
