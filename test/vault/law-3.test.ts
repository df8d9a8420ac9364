/** Law 3: any two of log, Markdown and index can be destroyed, and the third brings back the records. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPresent } from '../../src/events/fold.ts'
import type { EventDraft } from '../../src/events/schema.ts'
import { ratings } from '../../src/record/vocabulary.ts'
import { appendAndFold } from '../../src/vault/append.ts'
import { fixVault } from '../../src/vault/doctor/fix.ts'
import { refresh, write } from '../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { findings } from '../support/doctor.ts'
import { saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../support/inspect.ts'
import { lawTimeoutMs, runs } from '../support/runs.ts'
import { hit, makeVault, project, put, rate } from '../support/vault.ts'

const id = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('cache', 'Lock', 'naïve', '部署', 'a: b', '- x', '0123', '🚀')
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      id,
      title: text,
      body: text,
      tags: fc.array(word, { maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hit' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rate' as const), id, rating: fc.constantFrom(...ratings) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('archive' as const, 'restore' as const, 'forget' as const), id }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function run(vault: Vault, each: Operation): Promise<void> {
  if (each.do === 'put') {
    const { id, title, body, tags } = each
    await put(vault, { id, kind: 'trap', title, body, tags })
  } else if (!isPresent(statesByIndex(vault).get(`${project}/${each.id}`))) return
  else if (each.do === 'hit') {
    await hit(vault, each.id)
  } else if (each.do === 'rate') {
    await rate(vault, each.id, each.rating)
  } else {
    const types = { archive: 'record.archived', restore: 'record.restored', forget: 'record.forgotten' } as const
    const draft: EventDraft = { actor: 'cli', type: types[each.do], data: { project, id: each.id } }
    await write(vault, { label: 'test' }, () => appendAndFold(vault, [draft]))
  }
}

const parts = {
  log: ({ paths }: Vault) => rmSync(paths.events, { recursive: true }),
  markdown: ({ paths }: Vault) => rmSync(paths.projects, { recursive: true }),
  index: ({ paths }: Vault) => {
    for (const side of ['', '-wal', '-shm']) rmSync(`${paths.index}${side}`, { force: true })
  },
}

test.each([
  { kept: 'the index', lost: ['log', 'markdown'] as const },
  { kept: 'the Markdown', lost: ['log', 'index'] as const },
  { kept: 'the log', lost: ['markdown', 'index'] as const },
])('law 3: $kept alone brings every record back', { timeout: lawTimeoutMs }, async ({ lost }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const { vault, reopen, ports } = await makeVault()
      for (const each of operations) {
        await run(vault, each)
        ports.advance(1000)
      }
      const before = saidByLog(vault)
      closeVault(vault)
      for (const part of lost) parts[part](vault)
      const again = await reopen()
      await recover(again, lost)
      expect(saidByIndex(again)).toEqual(before)
      expect(statesByIndex(again)).toEqual(statesByLog(again))
      expect(saidByFiles(again.paths.root)).toEqual(saidByLog(again))
      closeVault(again)
    }),
    runs(8),
  )
})

/** Only a lost log with an index that remembers it asks for a person; the rest comes back with any command. */
async function recover(vault: Vault, lost: readonly (keyof typeof parts)[]): Promise<void> {
  if (lost.includes('index')) await refresh(vault, 'full')
  else await fixVault(vault)
  await fixVault(vault)
  expect(await damage(vault)).toEqual([])
}

/** What is wrong with the vault. That readers found a record wrong three times is none of its faults. */
async function damage(vault: Vault) {
  return (await findings(vault)).filter(({ code }) => code !== 'record-obsolete')
}

/** Cut in front of the second writing of `b`, the log says that it is gone already, and was gone later again. */
const forgottenTwice: Operation[] = [
  { do: 'put', id: 'b', title: 'cache', body: 'cache', tags: [] },
  { do: 'put', id: 'a', title: 'cache', body: 'cache', tags: [] },
  { do: 'forget', id: 'b' },
  { do: 'put', id: 'b', title: 'cache', body: 'cache', tags: [] },
  { do: 'forget', id: 'b' },
]

test('law 3: a log cut at any line is completed by the index', { timeout: lawTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), fc.nat(), async (operations, cut) => {
      const { vault, ports } = await makeVault()
      for (const each of operations) {
        await run(vault, each)
        ports.advance(1000)
      }
      const before = saidByLog(vault)
      const [writer = ''] = vault.log.segments.writers()
      const path = join(vault.paths.events, writer, '000001.jsonl')
      const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
      writeFileSync(
        path,
        lines
          .slice(0, cut % lines.length)
          .map((line) => `${line}\n`)
          .join(''),
      )
      await fixVault(vault)
      expect(await damage(vault)).toEqual([])
      expect(saidByIndex(vault)).toEqual(before)
      expect(statesByIndex(vault)).toEqual(statesByLog(vault))
      closeVault(vault)
    }),
    { ...runs(12), examples: [[forgottenTwice, 5]] },
  )
})
