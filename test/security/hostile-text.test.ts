/** A record that somebody else wrote, in the output of every command that shows records: nothing of it acts on a terminal. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'

/** Writes to the clipboard, clears the screen, colours (in one byte and in two), turns the order, hides. */
const act = '\x1b]52;c;ZXZpbA==\x07\x1b[2J\u009b31m\u202e\u200b\u{e0041}'
const acting = /(?![\n\t])[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u

const quoted = JSON.stringify(`x${act}`)
const file = `---
id: hostile
kind: trap
title: ${JSON.stringify(`Retry ${act}`)}
severity: high
tags: [${quoted}]
pathPatterns: [${quoted}]
layer: ${quoted}
module: ${quoted}
source: ${quoted}
entities: [${quoted}]
evidence: [${quoted}]
facets: {tool: [${quoted}]}
links: [{type: related, target: ${quoted}}]
"own${act.slice(1)}": ${quoted}
---
# Retry ${act}

retry ${act} [[other|${act}]] \`${act}\`
`

const project = ['--project', 'acme']
const calls = [
  ...[
    ['list'],
    ['rank'],
    ['get', 'hostile'],
    ['search', 'retry'],
    ['search', 'retry', '--explain'],
    ['recall', 'retry'],
  ],
  ...[['search', 'retry', '--compact'], ['search', 'retry', '--json'], ['get', 'hostile', '--json'], ['bootstrap']],
  ...[
    ['timeline', 'hostile'],
    ['related', 'hostile'],
    ['history', 'hostile'],
    ['why', 'hostile'],
    ['show', 'hostile'],
  ],
  ...[
    ['list', '--format', 'md'],
    ['list', '--format', 'table'],
    ['export', '--format', 'html'],
    ['export'],
    ['get', act],
  ],
]
const wide = [
  ['log'],
  ['log', '--json'],
  ['stats'],
  ['status'],
  ['doctor'],
  ['verify'],
  ['gc', '--dry-run'],
  ['search', act],
]

test('B118 B123 of every command: control sequences, other orders and hidden text are shown, not sent', async () => {
  const { memo, ask, root } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'other', ...project, '--body', 'retry [[hostile]]'])
  const path = join(root, 'projects/acme/traps/hostile.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, file)
  await ask(['doctor', '--fix'])
  expect(await ask(['feedback', 'hostile', ...project, '--stale', '--comment', act])).toMatchObject({ id: 'hostile' })
  const all = [...calls.map((call) => [...call, ...project]), ...wide]
  let shown = 0
  for (const call of all) {
    const { status, stdout, stderr } = await memo(call)
    expect([call, [0, 1, 3].includes(Number(status))]).toEqual([call, true])
    expect([call, acting.exec(stdout + stderr)?.[0]]).toEqual([call, undefined])
    if (/x?\\x1b\]52|\\u001b\]52/.test(stdout + stderr)) shown += 1
  }
  expect(shown).toBeGreaterThan(10)
}, 120_000)
