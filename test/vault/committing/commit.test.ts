/** When the vault is committed and what a commit holds. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseCommitMessage } from '../../../src/audit/commit-message.ts'
import { commitIfDue, commitPending } from '../../../src/vault/committing/commit.ts'
import { gitState } from '../../../src/vault/committing/git-state.ts'
import { countWaiting } from '../../../src/vault/committing/progress.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { signVault } from '../../../src/vault/history/sign.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, openVault, type Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { recordHits } from '../../../src/vault/writing/hits.ts'
import { moveRecord } from '../../../src/vault/writing/move.ts'
import { type GitVault, gitIn, makeCommittedVault, makeGitVault } from '../../support/git-vault.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { hit, project, put, putAll } from '../../support/vault.ts'

function headOf({ git }: Pick<GitVault, 'git'>): string {
  return git('rev-parse', 'HEAD').trim()
}

const note = (id: string, body = 'text'): { id: string; title: string; body: string } => ({ id, title: id, body })

describe('policy', () => {
  test('batched commits at 20 events, or a minute after the first, and says so in one commit', async () => {
    const made = await makeCommittedVault()
    const { vault, ports } = made
    const first = headOf(made)
    await putAll(
      vault,
      Array.from({ length: 18 }, (_, n) => note(`n${n}`)),
    )
    await commitIfDue(vault)
    expect(headOf(made)).toBe(first)
    await put(vault, note('last'))
    await commitIfDue(vault)
    const second = headOf(made)
    expect(second).not.toBe(first)
    await put(vault, note('later'))
    await commitIfDue(vault)
    expect(headOf(made)).toBe(second)
    ports.advance(60_000)
    await put(vault, note('in-time'))
    await commitIfDue(vault)
    expect(made.git('rev-list', '--count', 'HEAD').trim()).toBe('3')
    expect(made.git('status', '--porcelain', '-z')).toBe('')
  })

  test('a clock that was ahead, and was set right, keeps no commit', async () => {
    const made = await makeCommittedVault()
    const { vault, ports } = made
    const first = headOf(made)
    ports.advance(365 * 24 * 3_600_000)
    await put(vault, note('ahead'))
    await commitIfDue(vault)
    ports.advance(-365 * 24 * 3_600_000)
    await put(vault, note('right'))
    await commitIfDue(vault)
    ports.advance(60_000)
    await put(vault, note('in-time'))
    await commitIfDue(vault)
    expect(headOf(made)).not.toBe(first)
  })

  test('nor does it where records are only read since', async () => {
    const made = await makeCommittedVault()
    const { vault, ports } = made
    const first = headOf(made)
    ports.advance(365 * 24 * 3_600_000)
    await put(vault, note('ahead'))
    await commitIfDue(vault)
    ports.advance(-365 * 24 * 3_600_000)
    const reading = await made.reopen()
    await hit(reading, 'ahead')
    await commitIfDue(reading)
    ports.advance(60_000)
    await hit(reading, 'ahead')
    await commitIfDue(reading)
    expect(headOf(made)).not.toBe(first)
  })

  test('each commits after each write, off never, and a commit that is asked for all the same', async () => {
    const made = await makeCommittedVault()
    const each = await made.withPolicy({ commit: 'each' })
    await put(each, note('one'))
    await commitIfDue(each)
    expect(made.git('log', '-1', '--format=%s').trim()).toBe('add note one (acme)')
    const off = await made.withPolicy({ commit: 'off' })
    await put(off, note('two'))
    await commitIfDue(off)
    expect(await commitPending(off)).toEqual({ state: 'off', commit: null, events: 0, reason: null })
    expect(await commitPending(off, { evenIfOff: true })).toMatchObject({ state: 'committed', events: 1 })
    expect(await commitPending(off, { evenIfOff: true })).toMatchObject({ state: 'clean' })
    closeVault(off)
  })

  describe('what reading leaves behind', () => {
    test('waits for the next write, which takes it along', async () => {
      const made = await withRecords()
      const { vault, ports, git } = made
      await use(vault, 30)
      ports.advance(3_600_000)
      await use(vault, 30)
      expect(headOf(made)).toBe(made.first)
      expect((await gitState(vault)).waiting).toBe(60)
      await put(vault, note('next'))
      await commitIfDue(vault)
      expect(headOf(made)).not.toBe(made.first)
      expect(git('status', '--porcelain', '-z')).toBe('')
      expect(countWaiting(vault)).toBe(0)
      // The write is committed: what is read from here on waits again.
      const second = headOf(made)
      await use(vault, 30)
      expect(headOf(made)).toBe(second)
    })

    test('is committed by itself when it is much, or a day old', async () => {
      const made = await withRecords()
      const { ports } = made
      const vault = await made.withPolicy({ commit: 'batched', batchEvents: 1 })
      await use(vault, 30)
      await use(vault, 19)
      expect(headOf(made)).toBe(made.first)
      await use(vault, 1)
      const second = headOf(made)
      expect(second).not.toBe(made.first)
      await use(vault, 1)
      ports.advance(24 * 3_600_000)
      expect(headOf(made)).toBe(second)
      await use(vault, 1)
      expect(headOf(made)).not.toBe(second)
      closeVault(vault)
    })

    test('commits a write that has waited long enough, also one of another process', async () => {
      const made = await withRecords()
      const { vault, root, ports } = made
      await put(vault, note('late'))
      await commitIfDue(vault)
      const reader = await openVault(root, { ports })
      await use(reader, 1)
      expect(headOf(made)).toBe(made.first)
      ports.advance(60_000)
      await use(reader, 1)
      expect(headOf(made)).not.toBe(made.first)
      expect(countWaiting(reader)).toBe(0)
      closeVault(reader)
    })

    test('is committed at once where each command is', async () => {
      const made = await withRecords()
      const each = await made.withPolicy({ commit: 'each' })
      await use(each, 1)
      expect(made.git('log', '-1', '--format=%s').trim()).toBe('use t0 (acme)')
      closeVault(each)
    })

    async function withRecords(): Promise<GitVault & { first: string }> {
      const made = await makeCommittedVault()
      await putAll(
        made.vault,
        Array.from({ length: 30 }, (_, n) => ({ ...note(`t${n}`), kind: 'trap' as const })),
      )
      await commitPending(made.vault)
      return { ...made, first: headOf(made) }
    }

    async function use(vault: Vault, count: number): Promise<void> {
      const records = Array.from({ length: count }, (_, n) => ({ project, id: `t${n}`, kind: 'trap' as const }))
      await recordHits(vault, { records, via: 'bootstrap', session: undefined, query: undefined })
      await commitIfDue(vault)
    }
  })

  test('a write that is not due starts no git', async () => {
    const { root, ports, git } = await makeCommittedVault()
    const bin = makeTempDir()
    writeFileSync(join(bin, 'git'), `#!/bin/sh\ntouch ${bin}/called\nexit 1\n`)
    chmodSync(join(bin, 'git'), 0o755)
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    process.env.PATH = `${bin}${delimiter}${PATH}`
    const vault = await openVault(root, { ports })
    await put(vault, note('quiet'))
    await commitIfDue(vault)
    await commitIfDue(vault)
    expect(existsSync(join(bin, 'called'))).toBe(false)
    await commitPending(vault)
    expect(existsSync(join(bin, 'called'))).toBe(true)
    expect(vault.notices.join()).toMatch(/^saved, but not committed/)
    process.env.PATH = PATH
    expect(git('status', '--porcelain', '-z')).not.toBe('')
    closeVault(vault)
  })
})

describe('a commit', () => {
  test('names its events, and a second one only those that came after', async () => {
    const { vault, git } = await makeCommittedVault()
    const { event } = await put(vault, note('one'))
    await getRecords(vault, { names: ['one'], kind: undefined, project, cwd: '/', session: 's1', lines: undefined })
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    const told = parseCommitMessage(git('log', '-1', '--format=%B'))
    expect(told?.events).toEqual(
      allEvents(vault)
        .slice(1)
        .map(({ id }) => id),
    )
    expect(told?.events[1]).toBe(event)
    const edit = await put(vault, { id: 'one', body: 'other' })
    await commitPending(vault)
    expect(parseCommitMessage(git('log', '-1', '--format=%B'))?.events).toEqual([edit.event])
    expect(git('log', '-1', '--format=%s').trim()).toBe('edit one (acme)')
  })

  test('is told from the newest commit where the index was built anew', async () => {
    const { vault, git } = await makeCommittedVault()
    await put(vault, note('one'))
    await commitPending(vault)
    await rebuild(vault, { acceptDeletions: false })
    expect(await commitPending(vault)).toMatchObject({ state: 'clean' })
    await rebuild(vault, { acceptDeletions: false })
    const { event } = await put(vault, note('two'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed', events: 1 })
    expect(parseCommitMessage(git('log', '-1', '--format=%B'))?.events).toEqual([event])
    expect(git('status', '--porcelain', '-z')).toBe('')
  })

  test('follows what was edited, moved, archived by hand and changed in the settings', async () => {
    const { vault, root, git } = await makeCommittedVault()
    await putAll(vault, [note('kept'), note('gone')])
    await commitPending(vault)
    appendFileSync(join(root, 'projects', project, 'notes', 'kept.md'), 'by hand\n')
    rmSync(join(root, 'projects', project, 'notes', 'gone.md'))
    writeFileSync(join(root, 'projects', project, 'notes', 'new.md'), 'by hand\n')
    writeFileSync(join(root, 'config.json'), '{"version": 1, "mine": true}\n')
    expect(await commitPending(vault, { whole: true })).toMatchObject({ state: 'committed', events: 3 })
    expect(git('status', '--porcelain', '-z')).toBe('')
    expect(git('show', 'HEAD:projects/acme/notes/kept.md')).toContain('by hand')
    expect(git('ls-files', '-z', 'projects/acme/notes').split('\0')).toEqual([
      'projects/acme/notes/kept.md',
      'projects/acme/notes/new.md',
      '',
    ])
  })

  test('takes out the files of records that were forgotten or have moved', async () => {
    const { vault, git, root } = await makeCommittedVault()
    await putAll(vault, [note('gone'), note('old'), note('kept')])
    await commitPending(vault)
    await forgetRecord(vault, { name: 'gone', reason: undefined, project, cwd: '/' })
    await moveRecord(vault, { name: `${project}/old`, toProject: undefined, toId: 'new', cwd: root })
    await commitPending(vault)
    expect(git('ls-files', `projects/${project}/notes`).trim().split('\n')).toEqual([
      `projects/${project}/notes/kept.md`,
      `projects/${project}/notes/new.md`,
    ])
    expect(git('status', '--porcelain', '-z')).toBe('')
  })

  test('takes a repaired log and a signature of it along', async () => {
    const { vault, root, git } = await makeCommittedVault()
    await put(vault, note('one'))
    await commitPending(vault)
    const [writer = ''] = vault.log.segments.writers()
    writeFileSync(join(root, 'events', writer, '000001.jsonl.1'), '')
    appendFileSync(join(root, 'events', writer, '000001.jsonl'), 'no event\nnor this\n')
    await fixVault(vault)
    const { event } = await put(vault, note('two'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed' })
    expect(parseCommitMessage(git('log', '-1', '--format=%B'))?.events).toContain(event)
    const key = join(makeTempDir(), 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const { file } = await signVault(vault, key)
    expect(await commitPending(vault)).toMatchObject({ state: 'committed', events: 0 })
    expect(git('ls-files', '-z').split('\0')).toContain(file)
    await rebuild(vault, { acceptDeletions: false })
    await put(vault, note('three'))
    expect(await commitPending(vault)).toMatchObject({ state: 'committed', events: 1 })
    expect(git('status', '--porcelain', '-z')).toBe('')
  })

  test('leaves what others have staged staged, and what lies beside the vault alone', async () => {
    const { vault, root, git } = await makeCommittedVault()
    writeFileSync(join(root, 'mine.txt'), 'mine\n')
    writeFileSync(join(root, 'other.txt'), 'other\n')
    git('add', 'mine.txt')
    await put(vault, note('one'))
    await commitPending(vault, { whole: true })
    expect(git('status', '--porcelain', '-z').split('\0')).toEqual(['A  mine.txt', '?? other.txt', ''])
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('.txt')
  })

  test('takes a file by its very name: x[1].md stages no other', async () => {
    const { vault, root, git } = await makeCommittedVault()
    const odd = join(root, 'projects', project, 'x[1].md')
    mkdirSync(join(root, 'projects', project), { recursive: true })
    writeFileSync(odd, 'odd\n')
    symlinkSync('x[1].md', join(root, 'projects', project, 'link'))
    writeFileSync(join(root, 'projects', project, 'run'), '#!/bin/sh\n', { mode: 0o755 })
    await commitPending(vault, { whole: true })
    writeFileSync(odd, 'odder\n')
    writeFileSync(join(root, 'projects', project, 'x1.md'), 'other\n')
    git('rm', '-q', '--cached', 'projects/acme/x[[]1].md')
    await commitPending(vault, { whole: true })
    expect(git('status', '--porcelain', '-z')).toBe('')
    const tree = git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'HEAD', 'projects/').trim().split('\n')
    expect(tree.filter((line) => !line.endsWith('.json'))).toEqual([
      '120000 projects/acme/link',
      '100755 projects/acme/run',
      '100644 projects/acme/x1.md',
      '100644 projects/acme/x[1].md',
    ])
  })

  test('of a thousand records holds all of them, and tells their events as a range', async () => {
    const { vault, git } = await makeCommittedVault()
    await putAll(
      vault,
      Array.from({ length: 1000 }, (_, n) => note(`n${n}`, `text ${n}`)),
    )
    expect(await commitPending(vault)).toMatchObject({ state: 'committed', events: 1001 })
    const events = allEvents(vault)
    expect(parseCommitMessage(git('log', '-1', '--format=%B'))?.range).toMatchObject({ last: events.at(-1)?.id })
    expect(git('ls-tree', '-r', '--name-only', 'HEAD', `projects/${project}/notes/`).trim().split('\n')).toHaveLength(
      1000,
    )
    expect(git('status', '--porcelain', '-z')).toBe('')
  })
})

test('the state of git is told with what waits and why', async () => {
  const { vault, root, git } = await makeCommittedVault()
  const remote = join(makeTempDir(), 'remote.git')
  gitIn(root)('init', '-q', '--bare', remote)
  git('remote', 'add', 'origin', remote)
  git('push', '-q', '-u', 'origin', 'HEAD')
  await put(vault, note('one'))
  await commitIfDue(vault)
  const branch = git('branch', '--show-current').trim()
  expect(await gitState(vault)).toEqual({
    policy: 'batched',
    repository: 'present',
    reason: null,
    branch,
    head: git('rev-parse', 'HEAD').trim(),
    waiting: 2,
    waitingSince: '2031-05-01T09:00:00.000Z',
    trouble: null,
    unfinished: null,
    upstream: { name: `origin/${branch}`, ahead: 0, behind: 0 },
  })
  await commitPending(vault)
  git('checkout', '-q', '--detach')
  await put(vault, note('two'))
  await commitPending(vault)
  expect(await gitState(vault)).toMatchObject({
    branch: null,
    waiting: 1,
    trouble: { reason: 'HEAD is on no branch', tries: 1 },
    upstream: null,
  })
  rmSync(join(root, '.git'), { recursive: true })
  expect(await gitState(vault)).toMatchObject({ repository: 'missing', head: null })
  expect(await commitPending(vault)).toMatchObject({ state: 'postponed', reason: expect.stringContaining('memo init') })
})

test('a vault without a commit tells of a first one', async () => {
  const { vault, git } = await makeGitVault()
  expect(await gitState(vault)).toMatchObject({ head: null, waiting: 1 })
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  expect(await commitPending(vault)).toMatchObject({ state: 'committed', events: 1 })
  expect(git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')).toEqual([
    '.gitattributes',
    '.gitignore',
    'config.json',
    expect.stringMatching(/^events\/.*\/000001\.jsonl$/),
    '',
  ])
  expect(readFileSync(join(vault.paths.root, '.git', 'HEAD'), 'utf8')).toMatch(/^ref: /)
})
