import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mcpMemory } from '../../../../src/vault/import/sources/mcp-memory.ts'
import { readItems } from '../../../support/import-items.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const fixture = fileURLToPath(new URL('../../../fixtures/import/mcp-memory/memory.jsonl', import.meta.url))

function writeGraph(lines: readonly (string | object)[]): string {
  const path = join(makeTempDir(), 'memory.jsonl')
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

const entity = (name: unknown, observations: unknown, entityType: unknown = 'thing') => ({
  ...{ type: 'entity', name, entityType, observations },
})
const relation = (from: unknown, to: unknown, relationType: unknown = 'uses') => ({
  ...{ type: 'relation', from, to, relationType },
})

test('an entity becomes a record with its observations for a body and its relations for links', async () => {
  const items = await readItems(mcpMemory, [fixture])
  const records = items.map((item) =>
    'record' in item ? [item.record.title, item.record.kind, item.record.body] : item,
  )
  expect(records).toEqual([
    ['Mara Lindt', 'person', '- Maintains the harbor scheduler\n- Prefers small pull requests'],
    ['harbor', 'fact', '- A job scheduler written in Go\n- Runs in two regions\n- The staging region is eu-north'],
    ['Keep jobs in Postgres', 'decision', '- Chosen over a message broker in March\n- One database to back up'],
    ['Clock skew drops leases', 'trap', '- Leases are lost when two hosts differ by more than 2 s'],
    ['Großes Öl 🛢', 'fact', '- Zahlt per Rechnung\n- Line one\n  line two'],
    ['empty', 'fact', 'empty'],
  ])
  const nameOf = (title: string) =>
    items.flatMap((item) => ('record' in item && item.record.title === title ? item : []))[0]
  expect(nameOf('harbor')).toMatchObject({
    origin: 'mcp-memory/memory.jsonl#harbor',
    type: 'project',
    record: {
      facets: { type: ['project'] },
      links: [
        { type: 'decided by', target: nameOf('Keep jobs in Postgres')?.names?.[1] },
        { type: 'depends_on', target: 'never created' },
      ],
    },
  })
})

test('relations may stand before their entities, and names that differ in case are two', async () => {
  const items = await readItems(mcpMemory, [
    writeGraph([relation('go', 'Go'), entity('Go', ['a game']), entity('go', ['a language'])]),
  ])
  const [game, language] = items
  expect(language).toMatchObject({
    record: { links: [{ target: game && 'names' in game ? game.names?.[1] : 'none' }] },
  })
  expect(game).not.toHaveProperty('record.links')
})

test('lines of one name are one entity, as they are for the server', async () => {
  const items = await readItems(mcpMemory, [writeGraph([entity('a', ['x', 'y']), entity('a', ['y', 'z'], 'other')])])
  expect(items).toMatchObject([
    { type: 'thing', record: { body: '- x\n- y\n- z' } },
    { origin: expect.stringMatching(/#line 2$/), skipped: 'taken together with line 1 of the same name' },
  ])
})

test('what cannot be taken in is told by its line, and the rest is taken', async () => {
  const lines = [
    '\ufeff{"type":"entity","name":"after a mark","entityType":"x","observations":[]}\r',
    '',
    '{"type":"entity"',
    '[]',
    `${'['.repeat(5000)}`,
    entity('', []),
    entity('a', [{ deep: true }]),
    entity('b', undefined),
    relation('ghost', 'b'),
    relation('b', 1),
    { type: 'note' },
    entity('long', ['x'.repeat(500_000)]),
    entity('\u001b[31mred', ['ring the bell \u0007'], 'constructor'),
    'null',
  ]
  const items = await readItems(mcpMemory, [writeGraph(lines)])
  const told = items.map((item) =>
    'problem' in item ? `${item.origin.replace(/.*#line /, '')}: ${item.problem}` : 'record',
  )
  expect(told).toEqual([
    'record',
    '3: it is not a JSON object',
    '4: it is not a JSON object',
    '5: it is not a JSON object',
    '6: the entity has no name',
    '7: its observations are not a list of texts',
    'record',
    '9: the entity "ghost" is not there, so its link to "b" is lost',
    '10: the relation does not say between which entities it is',
    '11: it is neither an entity nor a relation',
    '12: it is longer than 458752 bytes',
    'record',
    '14: it is not a JSON object',
  ])
})

test('bytes that are no text spoil their own line only', async () => {
  const path = writeGraph([])
  const good = Buffer.from(`${JSON.stringify(entity('good', []))}\n`)
  writeFileSync(path, Buffer.concat([Buffer.from([0x22, 0xff, 0xfe, 0x0a]), good]))
  expect(await readItems(mcpMemory, [path])).toMatchObject([
    { problem: 'it is not valid UTF-8' },
    { record: { title: 'good' } },
  ])
})

test('the folder of the file will do, and what is another file is refused', async () => {
  const folder = makeTempDir()
  const fault = () => readItems(mcpMemory, [folder]).catch((error: unknown) => error)
  expect(await fault()).toMatchObject({ code: 'NOT_FOUND' })
  writeFileSync(join(folder, 'memory.json'), '{\n  "entities": []\n}\n')
  expect(await fault()).toMatchObject({ code: 'REFUSED', message: expect.stringContaining('no line of') })
  copyFileSync(fixture, join(folder, 'memory.jsonl'))
  expect(await readItems(mcpMemory, [folder])).toHaveLength(6)
})

test('what was taken in before is not looked at again unless it or its relations changed', async () => {
  const stamps = new Map<string, string>()
  const options = { isKnown: (origin: string, stamp: string) => stamps.get(origin) === stamp }
  const path = writeGraph([])
  const read = (lines: object[]) => {
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
    return readItems(mcpMemory, [path], options)
  }
  for (const item of await read([entity('a', ['x']), entity('b', ['y'])])) {
    if ('stamp' in item && item.stamp !== undefined) stamps.set(item.origin, item.stamp)
  }
  const again = await read([entity('b', ['y']), entity('a', ['x']), relation('a', 'b')])
  expect(again.map((item) => [item.origin.replace(/.*#/, ''), 'known' in item])).toEqual([
    ['b', true],
    ['a', false],
  ])
})

test('a name of any length makes an origin that can be read', async () => {
  const items = await readItems(mcpMemory, [writeGraph([entity('a'.repeat(5000), []), entity('a'.repeat(4999), [])])])
  const [one = '', other = ''] = items.map(({ origin }) => origin.replace(/.*#/, ''))
  expect(one).not.toBe(other)
  expect(Math.max(one.length, other.length)).toBeLessThan(150)
})
