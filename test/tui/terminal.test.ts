/** The whole program in a real terminal. Screens are kept in test/transcripts/tui; `-u` accepts a change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot, runProcess } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { openTerminal, type Terminal } from '../support/screen.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

const records = [
  {
    ...{ id: 'herd', kind: 'trap', title: 'Retries without jitter stampede', tags: ['queue'], severity: 'high' },
    body: '# What happens\n\nAll workers **retry** at the same moment, see [[sqlite]].\n\n- add a random part\n- cap the delay',
  },
  { id: 'sqlite', kind: 'decision', title: 'The queue lives in SQLite', body: 'One file, no server. Retry on BUSY.' },
  { id: 'deploy', kind: 'note', title: '部署方案说明', body: '部署 first, then 🚀 launch ✅. Retry once.' },
  { id: 'launch', kind: 'note', title: '🚀 launch ✅', body: 'How to launch. 각주' },
  {
    id: 'evil',
    kind: 'note',
    title: 'Evil \u001b[31mred\u202etxt',
    body: 'Text \u001b]52;c;aGk=\u0007 that a terminal would obey.',
  },
]

let vault: CliVault

beforeAll(async () => {
  vault = await makeCliVault(makeSharedTempDir())
  writeFileSync(join(vault.cwd, '.memo.json'), '{"project": "acme"}')
  const { accepted } = await vault.ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  expect(accepted).toBe(records.length)
}, 60_000)

function open(args: readonly string[], options: Partial<Parameters<typeof openTerminal>[1]> = {}): Promise<Terminal> {
  return openTerminal(args, { cwd: vault.cwd, vault: vault.root, ...options })
}

/** Ages differ from run to run. */
async function expectScreen(lines: readonly string[], name: string): Promise<void> {
  const settled = lines.map((line) =>
    line
      .replaceAll(/\b\d+ (?:s|min) ago/g, 'AGE ago')
      .replaceAll(/\b\d+ (?:s|min)(?=│|$)/g, (age) => '~'.padStart(age.length)),
  )
  await expect(`${settled.join('\n')}\n`).toMatchFileSnapshot(join(packageRoot, `test/transcripts/tui/${name}.txt`))
}

describe('finding', () => {
  test('what is typed is looked for, and the text of the selected record stands beside the list', async () => {
    const terminal = await open(['tui'], { columns: 110, rows: 14 })
    await terminal.until('5 found')
    await terminal.type('retr')
    await terminal.until((screen) => screen.includes('3 found') && screen.includes('random part'))
    expect(await terminal.cursor()).toEqual({ x: 6, y: 0, isShown: true })
    await expectScreen(await terminal.screen(), 'beside')
    await terminal.resize(40, 12)
    await terminal.until((screen) => screen.includes('────') && !screen.includes('│'))
    await expectScreen(await terminal.screen(), 'below')
  })

  test('B146 wide characters and emoji leave the border of the list straight', async () => {
    const terminal = await open(['search', '-i'], { columns: 100, rows: 12 })
    const lines = await terminal.until('Evil')
    const body = lines.slice(2, -1)
    expect(new Set(body.map((line) => stringWidth(line.slice(0, line.indexOf('│')))))).toEqual(new Set([48]))
    expect(lines.join('\n')).toContain('Evil \\x1b[31mred\\u202etxt')
    await terminal.resize(40, 12)
    const narrow = await terminal.until((screen) => screen.includes('───'))
    for (const line of narrow) expect(stringWidth(line)).toBeLessThanOrEqual(40)
  })

  test('B151 a field takes wide characters, pastes and letters that are keys elsewhere', async () => {
    const terminal = await open(['tui'], { columns: 80, rows: 12 })
    await terminal.until('5 found')
    await terminal.type('部署q')
    await terminal.until('› 部署q')
    expect(await terminal.cursor()).toMatchObject({ x: 7, y: 0 })
    await terminal.press('Left', 'BSpace')
    await terminal.until(/^› 部q$/m)
    expect(await terminal.cursor()).toMatchObject({ x: 4, y: 0 })
    await terminal.press('C-e', 'C-u')
    await terminal.paste('a\nb\u001b[31mc'.repeat(300))
    const pasted = await terminal.until(/^› (?:…|a| |b|c)+/m)
    expect(pasted[0]).toMatch(/a bc/)
    await terminal.press('C-u')
    await terminal.until('type to search')
    await terminal.type('q')
    await terminal.until(/^› q$/m)
  })
})

test('keys of the list act on the record that is selected', async () => {
  const terminal = await open(['tui', 'jitter retry'], { columns: 110, rows: 16 })
  await terminal.until(/› trap +Retries/)
  await terminal.press('Tab')
  await terminal.until('e edit')
  await terminal.press('y')
  await terminal.until('copied herd')
  expect(await terminal.clipboard()).toBe('herd')
  await terminal.press('l')
  await terminal.until('One file, no server.')
  await expectScreen(await terminal.screen(), 'links')
  await terminal.press('Escape')
  await terminal.until('random part')
  await terminal.press('Enter')
  await terminal.until('Esc back')
  await expectScreen(await terminal.screen(), 'record')
  await terminal.press('Escape')
  await terminal.until('1×')
  await terminal.press('+')
  await terminal.until('noted that acme/herd helped')
  await terminal.press('k')
  await terminal.until('1 found · trap')
  await terminal.press('?')
  await terminal.until('Keys')
  await terminal.press('Escape')
  await terminal.until('Enter open')
  await terminal.press('q')
  await expectRestored(terminal, await terminal.until('status 0'))
  const {
    records: [herd],
  } = (await vault.ask(['get', 'herd'])) as { records: { hits: number; helpful: number }[] }
  expect(herd).toMatchObject({ hits: 2, helpful: 1 })
})

test('a new record comes out of a form', async () => {
  const terminal = await open(['tui', 'lantern'], { rows: 16 })
  await terminal.until('never_known')
  await terminal.press('Tab')
  await terminal.until('/ search')
  await terminal.press('n')
  await terminal.until('New record')
  await terminal.press('Tab')
  await terminal.until('› Title')
  await terminal.type('Lantern q')
  await terminal.press('Tab', 'Tab', 'Tab')
  await terminal.until('› Text')
  await terminal.type('It glows.')
  await terminal.until('It glows.')
  await terminal.press('C-s')
  await terminal.until('wrote lantern-q')
  await terminal.until('› note     Lantern q')
  await terminal.press('C-c')
  await terminal.until('status 130')
  await vault.ask(['forget', 'lantern-q', '--yes'])
})

test('an editor gets the terminal, and what it saved is taken over', async () => {
  const editor = `printf '\\nMended by hand.\\n' >>`
  const terminal = await open(['tui', 'sqlite'], { env: { VISUAL: '', EDITOR: editor }, rows: 20 })
  await terminal.until('One file')
  await terminal.press('Tab', 'e')
  await terminal.until('took over the text of sqlite')
  await terminal.until('Mended by hand.')
  await terminal.press('q')
  await terminal.until('status 0')
})

test('what others write is there without being asked for', async () => {
  const terminal = await open(['tui', 'kerberos'], { rows: 12 })
  await terminal.until('never_known')
  const written = { id: 'keytab', kind: 'note', title: 'Kerberos keytab', body: 'Where it is.' }
  await vault.ask(['upsert', '--batch', '-'], { stdin: toLines([written]) })
  await terminal.until('1 found')
  await vault.ask(['forget', 'keytab', '--yes'])
  await terminal.until('Nothing found')
})

test('B148 there is one frame after each change of size', async () => {
  const terminal = await open(['tui'], { columns: 120, rows: 40 })
  await terminal.until('5 found')
  for (const [columns, rows, looked] of [
    [60, 20, '5 found'],
    [20, 5, 'typing'],
    [2, 2, 't…'],
    [19, 30, 'too small'],
    [120, 40, '5 found'],
  ] as const) {
    await terminal.resize(columns, rows)
    const shown = await terminal.until((screen) => screen.includes(looked) && isOneFrame(screen))
    expect(shown.length).toBeLessThanOrEqual(rows)
  }
  await terminal.press('C-c')
  await expectRestored(terminal, await terminal.until('status 130'))
})

/** A second one would have a query line of its own, or keys at two places. */
function isOneFrame(screen: string): boolean {
  return screen.split('› type to').length <= 2 && screen.split('typing').length <= 2
}

test('B150 the terminal is as it was after a signal, and after a fault that nobody caught, which is told', async () => {
  const fault = `process.on('SIGUSR2', () => { throw new Error('made up') })`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(fault)}`
  const endings = [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGUSR2', 70],
  ] as const
  const endAll = endings.map(async ([signal, status]) => {
    const terminal = await open(['tui'], { rows: 40, env: signal === 'SIGUSR2' ? { NODE_OPTIONS } : {} })
    await terminal.until('5 found')
    await terminal.kill(signal)
    const shown = await terminal.until(`status ${status}`)
    if (signal === 'SIGUSR2') expect(shown.join('\n')).toContain('made up')
    await expectRestored(terminal, shown)
  })
  await Promise.all(endAll)
})

async function expectRestored(terminal: Terminal, shown: readonly string[]): Promise<void> {
  const text = (await terminal.until(/-?cmin|time = 0/)).join('\n')
  expect(text).not.toMatch(/-icanon|-echo /)
  expect(text).toMatch(/icanon/)
  // The other screen of the terminal is left: nothing of it stands above what the shell says.
  expect(shown.join('\n')).not.toContain('found')
  expect(await terminal.cursor()).toMatchObject({ isShown: true })
}

test('B144 without a terminal it says so', async () => {
  const { status, stderr, stdout } = await vault.memo(['tui'])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Error: memo tui needs a terminal: .*\nHint: use "memo search".*\n$/)
  expect((await vault.memo(['search', '-i', 'x'])).status).toBe(2)
  const apart = ['-w', process.execPath, join(packageRoot, 'bin/run.js'), 'tui']
  const alone = await runProcess('setsid', apart, { cwd: vault.cwd, env: { ...process.env, MEMO_VAULT: vault.root } })
  expect(alone).toMatchObject({ status: 2, stdout: '', stderr })
  const program = `${process.execPath} ${join(packageRoot, 'bin/run.js')}`
  const env = { ...process.env, CI: '', TERM: 'xterm', MEMO_VAULT: vault.root, SHELL: '/bin/bash' }
  const calls = ['memo tui | cat', 'memo tui < /dev/null', 'CI=1 memo tui', 'TERM=dumb memo tui'].map(async (line) => {
    const command = `set -o pipefail; ${line.replace('memo', program)}; echo "status $?"`
    const { stdout: said } = await runProcess('script', ['-qec', command, '/dev/null'], { cwd: vault.cwd, env })
    return said.replaceAll('\r', '')
  })
  const says = (reason: string): string =>
    `Error: memo tui needs a terminal: ${reason}\nHint: use "memo search", which prints what it finds\nstatus 2\n`
  expect(await Promise.all(calls)).toEqual([
    says('standard output is none'),
    says('standard input is none'),
    says('CI is set, so nobody sits before it'),
    says('TERM says that it can only print lines'),
  ])
})
