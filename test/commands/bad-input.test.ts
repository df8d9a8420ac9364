/** What the program says when it cannot do what it was asked: one sentence, the right status, and nothing is written. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProcess, runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const acme = ['--project', 'acme']
const asUser = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
const note = ['upsert', '--kind', 'note', ...acme]
const isRoot = process.getuid?.() === 0
/** Another user must be able to read the program, which a checkout below /root does not allow. */
const canDrop = isRoot && spawnSync('setpriv', [...asUser, 'test', '-r', runScript]).status === 0
const canMount = isRoot && canMountDisk()

/** Everything that the vault holds but its index and what belongs to this machine. */
function contentOf(root: string): string[] {
  const files = globSync(['events/**', 'projects/**', 'config.json'], { cwd: root }).sort()
  return files.map((file) => `${file} ${statSync(join(root, file)).isFile() ? readFileSync(join(root, file)) : ''}`)
}

const sentence = /^Error: [^\n]+\n(Hint: [^\n]+\n)?$/

describe('memo refuses in one sentence and writes nothing', () => {
  test('a call that is wrong', { timeout: 120_000 }, async () => {
    const vault = await makeCliVault()
    await vault.ask([...note, '--id', 'n', '--body', 'Text.'])
    const before = contentOf(vault.root)
    const calls: [args: string[], message: string][] = [
      [['upsert', '--kind', 'foo', '--body', 'x'], '--kind=foo'],
      [[...note, '--body', 'x', '--ttl', 'soon'], 'ttl: must be a duration'],
      [[...note, '--body', 'x', '--expires-at', '2031-02-30'], 'expiresAt: must be a date'],
      [[...note, '--body', 'x', '--event-at', 'yesterday'], 'eventAt: must be a date'],
      [[...note, '--body', 'x', '--id', '../x'], '"../x" cannot be used: it names a path'],
      [[...note, '--body', 'x', '--id', 'a/b'], '"a/b" cannot be used: it names a path'],
      [[...note, '--body', 'x', '--id', 'a\\b'], 'it names a path'],
      [[...note, '--body', 'x', '--id', '..'], '".." cannot be used: it names a path'],
      [[...note, '--body', 'x', '--id', ''], 'it is empty'],
      [[...note, '--body', 'x', '--supersedes', '../x'], '"../x" cannot be used'],
      [['upsert', '--kind', 'note', '--body', 'x', '--project', '../x'], '"../x" cannot be used'],
      [[...note, '--title', 't', '--body', ''], 'the body is empty'],
      [[...note, '--title', 't', '--body', ' \n\t\n'], 'the body is empty'],
      [[...note, '--title', 't'], 'the body is empty'],
      [[...note, '--title', ' ', '--body', 'x'], 'the title is empty'],
      [[...note, '--title', '', '--body', 'x'], 'title: must not be empty'],
      [[...note, '--body', 'x', '--tag', ''], 'tags.0: must not be empty'],
      [[...note, '--body', 'x', '--link', 'alone'], '--link "alone" is not of the form'],
      [[...note, '--body', 'x', '--facet', '=v'], '--facet "=v" is not of the form'],
      [[...note, '--body', 'x\ufffdy'], 'is not valid UTF-8'],
      [['upsert', '--body', 'x', ...acme], 'needs a kind'],
      [['upsert', '--id', 'new', '--tag', 'x', ...acme], 'needs a kind'],
      [['upsert', ...acme], 'needs a title or a body'],
      [['upsert', '--id', 'n', '--supersedes', 'n', ...acme], 'cannot supersede itself'],
      [['search', 'x', '--limit', '0'], '--limit'],
      [['search', 'x', '--limit='], '--limit: expected an integer but received nothing'],
      [['search', 'x', '--offset', '-1'], '--offset'],
      [['search', 'x', '--json=true'], '--json takes no value'],
      [['search', 'x', '--all=false'], '--all takes no value'],
      [['doctor', 'x'], 'unexpected argument: x'],
      [['bootstrap', 'x'], '"memo bootstrap" takes none'],
      [['config', 'list', '--no-color', 'x'], '"memo config list" takes none'],
      [['help', 'nope'], 'there is no command "nope"'],
      [['config', 'nope', '--help'], 'there is no command "config nope"'],
      [['search', 'x', '--as-of', 'yesterday'], '--as-of "yesterday" is neither a date'],
      [['search', 'x', '--facet', 'billing'], '--facet "billing" is not of the form --facet service=billing'],
      [['list', '--facet', 'service='], '--facet "service=" is not of the form'],
      [['list', '--since', '2031'], '--since "2031" is neither a date'],
      [['rank', '--since', '1d', '--until', '2d'], '--since "1d" is not before --until "2d"'],
      [['search', 'x', '--entity', ' '], '--entity is empty'],
      [['list', '--as-of', '2031-02-30'], '--as-of "2031-02-30" is neither a date'],
      [['get', 'n', '--as-of', ''], '--as-of "" is neither a date'],
      [['recall', '--as-of', 'x'], '--as-of "x" is neither a date'],
      [['related', 'n', '--as-of', 'x'], '--as-of "x" is neither a date'],
      [['search', 'x', '--as-of', '2031-03-05', '--hit-ids', 'n', ...acme], '--hit-ids does not go with --as-of'],
      [['search', 'x', '--sort', 'best'], '--sort=best'],
      [['get', ...acme], 'missing argument: NAME'],
      [['import', 'markdown', ''], 'the argument PATH is empty'],
      [['backup', ''], 'the argument FILE is empty'],
      [['export', '--out', ''], '--out is empty'],
      [[...note, '--body-file', ''], '--body-file is empty'],
      [['get', 'n', '--lines', '5-2'], '--lines "5-2" is not a range'],
      [['get', '--slug', 'n'], '--slug'],
    ]
    for (const [args, message] of calls) await expectRefusal(vault, args, { status: 2, message })
    expect(contentOf(vault.root)).toEqual(before)
  })

  test('what fits the call and not the vault', async () => {
    const vault = await makeCliVault()
    await vault.ask([...note, '--id', 'n', '--body', 'Text.'])
    const before = contentOf(vault.root)
    const calls: [args: string[], message: string][] = [
      [['upsert', '--kind', 'trap', '--id', 'n', '--body', 'x', ...acme], 'n is a note, not a trap'],
      [[...note, '--body', 'x', '--supersedes', 'nope'], 'there is no record nope'],
      [['search', 'x', '--project', 'nope'], 'there is no project nope'],
      [[...note, '--body-file', 'no/such/file'], 'there is no such file or folder: no/such/file'],
      [[...note, '--body-file', '.'], 'this is a folder, not a file: .'],
      [['upsert', '--batch', '.', ...acme], 'this is a folder, not a file: .'],
      [['get', 'nope', ...acme], 'there is no record nope'],
      [['get', '', ...acme], 'there is no record ""'],
    ]
    for (const [args, message] of calls) await expectRefusal(vault, args, { status: 1, message })
    expect(contentOf(vault.root)).toEqual(before)
  })

  test('bodies that are too large or no text, from a file and from stdin', async () => {
    const vault = await makeCliVault()
    const before = contentOf(vault.root)
    const file = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(join(vault.cwd, name), bytes)
      return [...note, '--title', name, '--body-file', name]
    }
    await expectRefusal(vault, file('huge', Buffer.alloc(50_000_000, 'a')), {
      status: 1,
      message: 'the body has 50000000 bytes',
    })
    await expectRefusal(vault, file('nul', 'alpha\0omega'), { status: 2, message: 'body holds a NUL character' })
    const latin1 = Buffer.from('caf\xe9', 'latin1')
    await expectRefusal(vault, file('latin', latin1), { status: 2, message: 'the text of latin is not valid UTF-8' })
    const typed = await vault.memo([...note, '--title', 't'], { stdin: latin1 })
    expect(typed).toMatchObject({ status: 2, stderr: expect.stringContaining('standard input is not valid UTF-8') })
    expect(contentOf(vault.root)).toEqual(before)
    const large = await vault.ask(file('large', `${'word '.repeat(200_000)}end`))
    expect(large).toMatchObject({ id: 'large', created: true })
    const { records } = await vault.ask(['get', 'large', ...acme])
    expect((records as { body: string }[])[0]?.body).toHaveLength(1_000_003)
  })

  test('B156 the status and the words are the same with --json, which gives an error object', async () => {
    const vault = await makeCliVault()
    const calls: [args: string[], status: number, code: string][] = [
      [['upsert', '--title', 'no body or kind', ...acme], 2, 'USAGE'],
      [[...note, '--body', 'x', '--supersedes', 'nope'], 1, 'NOT_FOUND'],
      [['no-such-command'], 2, 'USAGE'],
      [['search', 'x', '--vault', join(vault.root, 'config.json')], 1, 'NOT_A_VAULT'],
      [['search', 'x', '--vault', join(vault.root, 'nope')], 1, 'NOT_A_VAULT'],
    ]
    for (const [args, status, code] of calls) {
      const human = await expectRefusal(vault, args, { status })
      const machine = await vault.memo([...args, '--json'])
      expect(machine, args.join(' ')).toMatchObject({ status, stderr: '' })
      const { error } = machine.json() as { error: { code: string; message: string } }
      expect(error).toMatchObject({ code })
      expect(human).toContain(error.message)
    }
    const missing = await vault.memo(['get', 'nope', '--json', ...acme])
    expect(missing).toMatchObject({ status: 1, stderr: '' })
    expect(missing.json()).toMatchObject({ records: [], missing: [{ name: 'nope', reason: 'not_found' }] })
  })
})

describe('a place where no vault can be', () => {
  test('is told for what it is', async () => {
    const vault = await makeCliVault()
    const file = join(vault.cwd, 'file')
    writeFileSync(file, 'mine')
    const absent = join(vault.cwd, 'absent')
    const at = (root: string, ...args: string[]) => [...args, '--vault', root]
    await expectRefusal(vault, at(file, 'search', 'x'), { status: 1, message: `${file} is a file, not a vault` })
    await expectRefusal(vault, at(file, ...note, '--body', 'x'), { status: 1, message: 'is a file' })
    await expectRefusal(vault, ['init', file], { status: 1, message: 'is a file' })
    await expectRefusal(vault, ['init', join(file, 'below')], { status: 1, message: 'not a folder' })
    await expectRefusal(vault, ['init', '/proc/memo-vault'], { status: 1, message: '/proc/memo-vault' })
    await expectRefusal(vault, at(absent, 'search', 'x'), { status: 1, message: `there is no vault at ${absent}` })
    await expectRefusal(vault, at(absent, ...note, '--body', 'x'), { status: 1, message: 'there is no vault' })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(statSync(absent, { throwIfNoEntry: false })).toBeUndefined()
  })

  test.runIf(canDrop)('without permission to enter, is not taken for an empty one', async () => {
    const vault = await makeCliVault()
    await vault.ask([...note, '--id', 'n', '--body', 'Text.'])
    for (const call of [['search', 'text'], ['get', 'n'], [...note, '--body', 'x'], ['init']]) {
      const { status, stderr } = await asNobody(vault, call)
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^Error: (no permission|cannot write)/),
      })
    }
  })

  test.runIf(canDrop)('without permission to write, still answers and refuses to write', async () => {
    const vault = await makeCliVault()
    await vault.ask(['upsert', '--kind', 'trap', '--id', 'n', '--body', 'Text.', ...acme])
    for (const path of globSync('**', { cwd: vault.root })) chmodSync(join(vault.root, path), 0o755)
    chmodSync(vault.root, 0o755)
    const before = contentOf(vault.root)
    const found = await asNobody(vault, ['search', 'text', ...acme, '--json'])
    expect(found.json()).toMatchObject({ hits: [{ id: 'n' }], stale: false })
    const got = await asNobody(vault, ['get', 'n', ...acme, '--json'])
    expect(got.json()).toMatchObject({ records: [{ id: 'n', hits: 0 }] })
    const refused = await asNobody(vault, [...note, '--body', 'x', '--json'])
    expect(refused.status).toBe(1)
    expect(refused.json()).toMatchObject({ error: { code: 'READ_ONLY' } })
    expect(contentOf(vault.root)).toEqual(before)
  })
})

describe.runIf(canMount)('on a full disk', () => {
  test('memo says so, writes nothing, still answers, and goes on when there is space again', async () => {
    const disk = mountDisk('1m')
    const vault = { ...(await makeCliVault()), root: join(disk, 'vault') }
    const memo = (...args: string[]) => vault.memo(args, { vault: vault.root })
    expect(await memo('init')).toMatchObject({ status: 0 })
    expect(await memo('upsert', '--kind', 'trap', '--id', 'n', '--body', 'Text.', ...acme)).toMatchObject({ status: 0 })
    const before = contentOf(vault.root)
    const filler = join(disk, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])
    const refused = await memo(...note, '--body', 'x')
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^Error: the disk is full$/im)
    expect(contentOf(vault.root)).toEqual(before)
    expect(await memo('search', 'text', ...acme)).toMatchObject({ status: 0, stdout: expect.stringContaining('Text.') })
    expect(await memo('get', 'n', ...acme)).toMatchObject({ status: 0, stdout: expect.stringContaining('Text.') })
    rmSync(filler)
    expect(await memo(...note, '--id', 'later', '--body', 'x')).toMatchObject({ status: 0 })
    expect(await memo('get', 'n', 'later', ...acme)).toMatchObject({ status: 0, stderr: '' })
  })

  test('memo init says so', async () => {
    const vault = await makeCliVault()
    await expectRefusal(vault, ['init', join(mountDisk('4k'), 'vault')], { status: 1, message: 'the disk is full' })
  })
})

describe('git', () => {
  test('is not needed: without it, everything but the history works', async () => {
    const folder = makeTempDir()
    symlinkSync(process.execPath, join(folder, 'node'))
    const vault = await makeCliVault()
    const call = { env: { PATH: folder }, vault: join(folder, 'vault') }
    const made = await vault.memo(['init'], call)
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('git is not installed') })
    expect(await vault.memo([...note, '--id', 'n', '--body', 'Text.'], call)).toMatchObject({ status: 0 })
    expect(await vault.ask(['search', 'text', ...acme], call)).toMatchObject({ hits: [{ id: 'n' }] })
  })

  test.each([
    ['Input/output error', 'check the disk'],
    ['No space left on device', 'free some space and run "memo sync" again'],
  ])('that cannot write for trouble with the disk is told as that: %s', async (said, hint) => {
    const [vault, folder] = [await makeCliVault(), makeTempDir()]
    await vault.ask([...note, '--id', 'n', '--body', 'Text.'])
    const failing = `#!/bin/sh\nPATH=$(echo "$PATH" | cut -d: -f2-)\ncase "$*" in *fast-import*) echo "fatal: sha1 file write error: ${said}" >&2; exit 128;; esac\nexec git "$@"\n`
    writeFileSync(join(folder, 'git'), failing, { mode: 0o755 })
    const remote = join(folder, 'remote.git')
    spawnSync('git', ['init', '-q', '--bare', remote])
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const { status, stdout } = await vault.memo(['sync', '--remote', remote, '--json'], { env })
    expect([status, JSON.parse(stdout).error]).toEqual([
      1,
      { code: 'IO', hint, message: expect.stringMatching(/^what was written here cannot be committed: .*error/) },
    ])
  })

  test('need not know who one is', async () => {
    const vault = await makeCliVault()
    const call = {
      env: { HOME: makeTempDir(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: undefined, EMAIL: undefined },
    }
    await vault.ask(['config', 'set', 'git.commit', 'each'], call)
    const written = await vault.memo([...note, '--id', 'n', '--body', 'Text.'], call)
    expect(written).toMatchObject({ status: 0, stderr: expect.stringContaining('git has no name and address') })
    const again = await vault.memo([...note, '--id', 'n', '--body', 'More.'], call)
    expect(again).toMatchObject({ status: 0, stderr: '' })
    const log = spawnSync('git', ['log', '--format=%an', '--', 'projects/acme/notes/n.md'], {
      cwd: vault.root,
      encoding: 'utf8',
    })
    expect(log.stdout.trim()).not.toBe('')
  })
})

test('B079 a record that the disk has no room for keeps its file, and leaves no other behind', async () => {
  const vault = await makeCliVault()
  const write = (word: string, count: number) => writeFileSync(join(vault.cwd, word), `${word} `.repeat(count))
  write('old', 10_000)
  write('new', 15_000)
  await vault.ask([...note, '--id', 'big', '--body-file', 'old'])
  const before = contentOf(vault.root)
  const call = ['upsert', '--id', 'big', '--body-file', 'new', ...acme].map((word) => `'${word}'`).join(' ')
  const script = `ulimit -f 8; trap '' XFSZ; exec '${process.execPath}' '${runScript}' ${call}`
  const env = { ...process.env, MEMO_VAULT: vault.root }
  const { status, stdout, stderr } = await runProcess('sh', ['-c', script], { cwd: vault.cwd, env })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: (the disk is full|the file is too large)/m)
  expect(contentOf(vault.root)).toEqual(before)
})

async function expectRefusal(
  vault: CliVault,
  args: string[],
  { status, message = '' }: { status: number; message?: string },
) {
  const result = await vault.memo(args)
  expect({ ...result, args }).toMatchObject({ args, status, stdout: '' })
  expect(result.stderr).toMatch(sentence)
  expect(result.stderr).toContain(message)
  return result.stderr
}

/** Runs as a user who owns nothing. */
function asNobody({ root, cwd }: CliVault, args: readonly string[]) {
  for (const folder of [join(root, '..'), cwd]) chmodSync(folder, 0o755)
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', MEMO_VAULT: root }
  return runProcess('setpriv', [...asUser, process.execPath, runScript, ...args], { cwd, env })
}

function mountDisk(size: string): string {
  const disk = makeTempDir()
  if (!mountAt(disk, size)) throw new Error(`no disk could be mounted at ${disk}`)
  onTestFinished(() => {
    spawnSync('umount', [disk])
  })
  return disk
}

function mountAt(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
}

/** Not in a container without the right to. */
function canMountDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'memo-mount-'))
  const isMounted = mountAt(folder, '4k')
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}
