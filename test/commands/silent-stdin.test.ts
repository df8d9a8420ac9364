/** Every command of the manifest with a standard input that stays open and silent: none waits for it. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot, runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

interface Listed {
  args: { [name: string]: { name: string; required?: boolean; options?: string[] } }
  flags: { [name: string]: { name: string; required?: boolean; type: string; options?: string[] } }
}

const { commands }: { commands: { [id: string]: Listed } } = JSON.parse(
  readFileSync(join(packageRoot, '.oclif.manifest.json'), 'utf8'),
)

/** Servers run until they are told to end, and one of them speaks over standard input. */
const servers = new Set(['mcp', 'serve', 'watch'])
/** With what stands behind them where no placeholder does. */
const special: { readonly [id: string]: readonly string[] } = { eval: ['--from-log'], bootstrap: ['--hook', 'codex'] }

/** Far more than any of them takes; only one that hangs needs it. */
const deadlineMs = 60_000

const folder = makeSharedTempDir()
let vault: CliVault

beforeAll(async () => {
  vault = await makeCliVault(folder)
})

describe.concurrent('B157 with an open pipe that nobody writes to', () => {
  test.each(Object.keys(commands))('memo %s ends', { timeout: 2 * deadlineMs }, async (id) => {
    expect([0, 1, 2, 3, 4]).toContain(await runSilently([...id.split(':'), ...toHarmless(id)]))
  })

  test.each(['--version', '--help', 'help', ''])('memo %s ends', { timeout: 2 * deadlineMs }, async (word) => {
    expect(await runSilently(word === '' ? [] : [word])).toBe(0)
  })
})

/** A call with all that it needs, which finds nothing or makes something in the folder of the test. */
function toHarmless(id: string): readonly string[] {
  if (servers.has(id)) return ['--help']
  if (special[id] !== undefined) return special[id]
  const { args = {}, flags = {} } = commands[id] ?? {}
  const values = Object.values(args).filter(({ required }) => required)
  const needed = Object.values(flags).filter(({ required }) => required)
  return [
    ...values.map(({ options }) => options?.[0] ?? `harmless-${id.replace(':', '-')}`),
    ...needed.flatMap(({ name, type, options }) =>
      type === 'boolean' ? [`--${name}`] : [`--${name}`, options?.[0] ?? '1'],
    ),
  ]
}

/** The exit status, or the signal of the deadline. */
async function runSilently(args: readonly string[]): Promise<number | NodeJS.Signals | null> {
  const env = { ...process.env, MEMO_VAULT: vault.root }
  const child = spawn(process.execPath, [runScript, ...args], {
    cwd: vault.cwd,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (...end) => resolve(end))
  })
  clearTimeout(deadline)
  return code ?? signal
}
