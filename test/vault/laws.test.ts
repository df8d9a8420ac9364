/** Laws 1 and 2 of the design over whole vaults: log, index and files say the same, however they came to it. */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPresent, stampOf } from '../../src/events/fold.ts'
import { type EventDraft, toEvent } from '../../src/events/schema.ts'
import { MemoError } from '../../src/lib/errors.ts'
import { ratings } from '../../src/record/vocabulary.ts'
import { appendAndFold } from '../../src/vault/append.ts'
import { vaultPaths } from '../../src/vault/layout.ts'
import { redactRecord } from '../../src/vault/redacting/redact.ts'
import { refresh, write } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { readWriter } from '../../src/vault/writer.ts'
import { reinforceRecord } from '../../src/vault/writing/reinforce.ts'
import { dumpIndex, saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../support/inspect.ts'
import { lawTimeoutMs, runs } from '../support/runs.ts'
import { hit, makeVault, project, put, rate, testPorts } from '../support/vault.ts'

const id = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('cache', 'retry', 'Lock', 'naïve', '部署', 'a: b', '- x', 'yes', '0123', '🚀')
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      id,
      title: text,
      body: text.map((body) => `# ${body}\n\nsee [[b]]`),
      tags: fc.array(word, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hit' as const),
      id,
      session: fc.option(fc.constantFrom('s1', 's2'), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), id, rating: fc.constantFrom(...ratings) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('signal' as const), id, signal: fc.constantFrom(-1, 0, 0.5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('archive' as const, 'restore' as const, 'forget' as const), id }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redact' as const), id, keepsCurrent: fc.boolean() }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function run(vault: Vault, operation: Operation): Promise<void> {
  const present = isPresent(statesByIndex(vault).get(`${project}/${operation.id}`))
  if (operation.do === 'put') {
    const { id, title, body, tags } = operation
    await put(vault, { id, kind: 'decision', title, body, tags })
  } else if (!present) return
  else if (operation.do === 'redact') await redact(vault, operation)
  else if (operation.do === 'hit') {
    await hit(vault, operation.id, operation.session)
  } else if (operation.do === 'rate') {
    await rate(vault, operation.id, operation.rating)
  } else if (operation.do === 'signal') {
    const { id: name, signal } = operation
    await reinforceRecord(vault, { name, signal, comment: undefined, session: undefined, project, cwd: '/' })
  } else {
    const types = { archive: 'record.archived', restore: 'record.restored', forget: 'record.forgotten' } as const
    const draft: EventDraft = { actor: 'cli', type: types[operation.do], data: { project, id: operation.id } }
    await write(vault, { label: 'test' }, () => appendAndFold(vault, [draft]))
  }
}

async function redact(vault: Vault, { id, keepsCurrent }: { id: string; keepsCurrent: boolean }): Promise<void> {
  const before = saidByIndex(vault)
  const given = { name: id, reason: undefined, project, cwd: '/', keepsCurrent }
  try {
    await redactRecord(vault, given)
  } catch (error) {
    // A record may have no earlier wording.
    if (!(error instanceof MemoError && error.code === 'REFUSED')) throw error
  }
  if (keepsCurrent) expect(saidByIndex(vault)).toEqual(before)
  else expect(saidByIndex(vault)[`${project}/${id}`]).toBe(undefined)
}

test('law 1: after any operations the log, the index and every file say the same', {
  timeout: lawTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 15 }), async (operations) => {
      const { vault, root, ports } = await makeVault()
      for (const each of operations) {
        await run(vault, each)
        ports.advance(1000)
      }
      expect(statesByIndex(vault)).toEqual(statesByLog(vault))
      expect(saidByIndex(vault)).toEqual(saidByLog(vault))
      expect(saidByFiles(root)).toEqual(saidByLog(vault))
      closeVault(vault)
    }),
    runs(15),
  )
})

test('law 1: an index folded step by step equals one folded at once', { timeout: lawTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 15 }), async (operations) => {
      const { vault, root } = await makeVault()
      for (const each of operations) await run(vault, each)
      const before = dumpIndex(vault)
      const files = saidByFiles(root)
      await rebuild(vault, { acceptDeletions: false })
      expect(dumpIndex(vault)).toEqual(before)
      expect(saidByFiles(root)).toEqual(files)
      closeVault(vault)
    }),
    runs(10),
  )
})

test('law 2: two clones that exchange their logs agree, and no hit or edit is lost', {
  timeout: lawTimeoutMs,
}, async () => {
  const operations = fc.array(operation, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(operations, operations, operations, async (shared, ofA, ofB) => {
      const a = await makeVault()
      for (const each of shared) await run(a.vault, each)
      const b = await makeVault(testPorts(a.ports.now() + 7, 100))
      exchange(a.root, b.root)
      await refresh(b.vault, 'full')
      for (const each of ofA) await run(a.vault, each)
      for (const each of ofB) await run(b.vault, each)
      const written = [a, b].flatMap(({ vault }) => allStamps(vault))
      // Twice: a line that one takes out of its copy of the other's log comes back until the other has heard of it.
      for (let round = 0; round < 2; round++) {
        exchange(a.root, b.root)
        await refresh(a.vault, 'full')
        await refresh(b.vault, 'full')
      }
      expect(dumpIndex(b.vault)).toEqual(dumpIndex(a.vault))
      expect(saidByFiles(b.root)).toEqual(saidByFiles(a.root))
      expect(saidByFiles(a.root)).toEqual(saidByLog(a.vault))
      for (const { vault } of [a, b]) {
        const there = new Set(allStamps(vault))
        expect(written.filter((stamp) => !there.has(stamp))).toEqual([])
        closeVault(vault)
      }
    }),
    runs(8),
  )
})

/** Of every event, those without their data too. */
function allStamps(vault: Vault): string[] {
  return [...vault.log.read(new Map(), toEvent)].map(({ event }) => stampOf(event))
}

/** What git does with the log of two clones: each gets the other's files; a writer's own file is never touched. */
function exchange(a: string, b: string): void {
  for (const root of [a, b]) {
    for (const other of [a, b].filter((each) => each !== root)) {
      for (const writer of readdirSync(join(other, 'events'))) {
        if (readWriter(vaultPaths(root))?.writer === writer) continue
        cpSync(join(other, 'events', writer), join(root, 'events', writer), { recursive: true })
      }
    }
  }
}
