/** What the program says of itself: examples that work as they stand, and what a misspelled name was meant to be. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'
import * as Flags from '@oclif/core/flags'
import { parse } from '@oclif/core/parser'
import { describe, expect, test } from 'vitest'
import { parseBashLine } from '../../src/cli/completion/bash-line.ts'
import { assertNoSwitchValue } from '../../src/cli/switch-values.ts'
import { packageRoot, runCli } from '../support/cli.ts'

const { commands }: { commands: { [id: string]: { examples?: string[] } } } = JSON.parse(
  readFileSync(join(packageRoot, '.oclif.manifest.json'), 'utf8'),
)
const ids = Object.keys(commands)

describe('every command has examples that parse', () => {
  test.each(ids)('memo %s', async (id) => {
    const examples = commands[id]?.examples ?? []
    expect(examples.length).toBeGreaterThan(0)
    const calls = examples.flatMap(toCalls)
    expect(calls.map(idOf)).toContain(id)
    for (const call of calls) await expect(parseCall(call), call.join(' ')).resolves.toBeDefined()
  })
})

/** The calls of memo in an example; around one may stand other commands and variables. */
function toCalls(example: string): string[][] {
  const line = example.replaceAll('<%= config.bin %>', 'memo').replace(/[<>] ?\S+/g, '')
  const parts = line.split(/ (?:\||&&) /).filter((part) => /(^|= |\) )memo /.test(`${part} `))
  return parts.map((part) => parseBashLine(`${part.slice(part.search(/(?<=^|\s)memo\b/))} `).words.slice())
}

/** The longest name; flags may stand in front of it. */
function idOf(call: readonly string[]): string {
  const words = withoutVault(call)
  return [words.slice(0, 2).join(':'), words[0] ?? ''].find((id) => ids.includes(id)) ?? ''
}

function withoutVault(call: readonly string[]): readonly string[] {
  return call[0] === '--vault' ? call.slice(2) : call
}

async function parseCall(call: readonly string[]) {
  const id = idOf(call)
  const command: typeof Command = (await import(join(packageRoot, `src/commands/${id.replace(':', '/')}.ts`))).default
  const flags = { json: Flags.boolean(), ...command.baseFlags, ...command.flags }
  const argv = withoutVault(call).slice(id.split(':').length)
  assertNoSwitchValue(argv, flags)
  return parse([...argv], { flags, args: command.args, strict: true })
}

test.each([
  [['search', '--knd', 'trap'], '--kind'],
  [['search', '--kind', 'tarp'], '--kind trap'],
  [['list', '--status', 'activ'], '--status active'],
  [['setup', 'cluade-code'], 'claude-code'],
  [['config', 'get', 'git.comit'], 'git.commit'],
  [['help', 'serach'], '"memo search"'],
  [['confg'], '"memo config"'],
])('memo %j is asked whether it meant %s', async (args, meant) => {
  const { status, stderr } = await runCli(args)
  expect(status).toBe(2)
  expect(stderr).toContain(`Hint: did you mean ${meant}?`)
})

test('memo help shows what --help shows', async () => {
  for (const words of [[], ['config'], ['config', 'set'], ['search']]) {
    const [asked, flagged] = await Promise.all([runCli(['help', ...words]), runCli([...words, '--help'])])
    expect(asked).toMatchObject({ status: 0, stderr: '', stdout: flagged.stdout })
    expect(asked.stdout).toContain('USAGE')
  }
})
