import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot, runCli } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { completeIn, hasShell, type ShellName } from '../support/shells.ts'
import { makeSharedTempDir, makeTempDir } from '../support/temp-dir.ts'

const folder = makeSharedTempDir()
let vault: CliVault

beforeAll(async () => {
  vault = await makeCliVault(folder)
  writeFileSync(join(vault.cwd, '.memo.json'), '{"project":"shop"}')
  const records = [
    {
      id: 'retry-needs-jitter',
      kind: 'trap',
      title: 'It\'s a "storm": $HOME `x` \\ and\u001b[31m more',
      tags: ['queue'],
    },
    {
      id: 'retry-storm',
      kind: 'note',
      title: 'Retry storm',
      tags: ['needs care', 'net:work'],
      facets: { team: ['red=1'] },
    },
    { id: 'keys', kind: 'note', title: 'Keys', project: 'harbor', entities: ['Redis'] },
  ]
  const lines = toLines(records.map((record) => ({ body: 'Text of it.', project: 'shop', ...record })))
  await vault.ask(['upsert', '--batch', '-'], { stdin: lines })
})

const shells = ['bash', 'zsh', 'fish'] as const

describe.each(shells)('in %s', (shell: ShellName) => {
  const ask = async (line: string): Promise<string[]> => {
    const answer = await completeIn(shell, line, { vault: vault.root, cwd: vault.cwd, scratch: folder })
    return answer.map((text) => text.replace(/\t.*/, ''))
  }

  test.runIf(hasShell(shell))('commands, flags and what the vault holds are completed', async () => {
    expect(await ask('memo comm')).toEqual(['commit'])
    expect(await ask('memo config ')).toEqual(['get', 'list', 'set'])
    expect(await ask('memo get --ki')).toEqual(['--kind'])
    expect(await ask('memo get re')).toEqual(['retry-needs-jitter', 'retry-storm'])
    expect(await ask('memo get harbor/')).toEqual(['harbor/keys'])
    expect(await ask('memo get --project harbor ')).toEqual(['keys'])
    expect(await ask('memo list --project ha')).toEqual(['harbor'])
    expect(await ask('memo list --kind tr')).toEqual(['trap'])
    expect(await ask('memo list --tag qu')).toEqual(['queue'])
    expect(await ask('memo config get git.b')).toEqual(['git.batchEvents', 'git.batchSeconds'])
  })

  test.runIf(hasShell(shell))('values with blanks, colons and equals signs come whole', async () => {
    const spoken = await ask('memo list --tag ne')
    expect(spoken).toEqual(shell === 'bash' ? ['needs\\ care', 'net:work'] : ['needs care', 'net:work'])
    // Bash's word begins behind the last break.
    expect(await ask('memo list --kind=tr')).toEqual(shell === 'bash' ? ['trap'] : ['--kind=trap'])
    expect(await ask('memo list --kind trap,dec')).toEqual(['trap,decision'])
    expect(await ask('memo list --facet te')).toEqual(['team='])
    expect(await ask('memo list --facet team=')).toEqual([shell === 'bash' ? 'red=1' : 'team=red=1'])
    expect(await ask('memo list --tag net:w')).toEqual([shell === 'bash' ? 'work' : 'net:work'])
  })

  test.runIf(hasShell(shell))('without a vault, commands, flags and closed lists are', async () => {
    const call = { vault: join(folder, 'nothing'), cwd: folder, scratch: folder }
    expect(await completeIn(shell, 'memo get re', call)).toEqual([])
    const commands = await completeIn(shell, 'memo recal', call)
    expect(commands.map((text) => text.replace(/\t.*/, ''))).toEqual(['recall'])
    expect(existsSync(call.vault)).toBe(false)
  })
})

test('titles stand beside the ids, harmless', async () => {
  const { stdout } = await runCli(['complete', 'fish', 'get', 'retry-n'], { vault: vault.root, cwd: vault.cwd })
  const told = `none\nretry-needs-jitter\ttrap · It's a "storm": $HOME \`x\` \\ and\\x1b[31m more\n`
  expect(stdout).toBe(told)
})

test.each([
  ['a damaged index', (root: string) => writeFileSync(join(root, 'memo.sqlite'), 'not a database at all')],
  ['an empty index', (root: string) => writeFileSync(join(root, 'memo.sqlite'), '')],
  ['settings that are no JSON', (root: string) => writeFileSync(join(root, 'config.json'), '{')],
  ['a folder in the place of the index', (root: string) => mkdirSync(join(root, 'memo.sqlite'))],
])('%s costs the names only, and is left as it is', async (_, damage) => {
  const root = join(makeTempDir(), 'vault')
  mkdirSync(root)
  damage(root)
  const before = readdirSync(root)
  const answer = await runCli(['complete', 'zsh', 'get', 're'], { vault: root })
  expect(answer).toMatchObject({ status: 0, stdout: 'none\n', stderr: '' })
  expect(readdirSync(root)).toEqual(before)
})

test('asking changes nothing in the vault', async () => {
  const look = () => readdirSync(vault.root).map((name) => [name, statSync(join(vault.root, name)).mtimeMs])
  const before = look()
  await runCli(['complete', 'zsh', 'get', ''], { vault: vault.root, cwd: vault.cwd })
  expect(look()).toEqual(before)
})

test.each([[[]], [['tcsh', 'x']], [['bash']], [['fish']]])('complete %j says nothing wrong', async (args) => {
  expect(await runCli(['complete', ...args])).toMatchObject({ status: 0, stderr: '' })
})

test('the script of each shell is printed as it lies in the package', async () => {
  for (const [shell, file] of [
    ['bash', 'memo.bash'],
    ['zsh', '_memo'],
    ['fish', 'memo.fish'],
  ] as const) {
    const { stdout } = await runCli(['completion', shell])
    expect(stdout).toBe(readFileSync(join(packageRoot, 'completion', file), 'utf8'))
  }
})
