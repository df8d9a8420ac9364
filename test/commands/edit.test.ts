import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'

let vault: CliVault
let script: string

beforeEach(async () => {
  vault = await makeCliVault()
  script = join(vault.cwd, 'an editor.sh')
  await vault.ask([
    'upsert',
    '--kind',
    'note',
    '--id',
    'a-note',
    '--title',
    'A note',
    '--tag',
    'x',
    '--body',
    'Old words.',
  ])
})

/** An editor that does this to the file, `$f`. */
function editor(what: string): string {
  writeFileSync(script, `#!/bin/sh\nfor f; do :; done\n${what}\n`)
  chmodSync(script, 0o755)
  return `'${script}' --wait`
}

const edit = (what: string, ...flags: string[]) =>
  vault.memo(['edit', 'a-note', ...flags], { env: { VISUAL: editor(what), EDITOR: 'false' } })

describe('memo edit', () => {
  test('opens the record’s own file in $VISUAL, with its arguments, and takes over what was changed', async () => {
    const edited = await edit('echo "$1" >&2; sed -i "s/Old/New/; s/^title: .*/title: Renamed/" "$f"')
    expect(edited).toMatchObject({ status: 0, stderr: '--wait\n' })
    expect(edited.stdout).toMatch(/^Changed note a-note in project \S+: Renamed\n {4}title: A note -> Renamed\n/)
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ title: 'Renamed', body: 'New words.' }] })
    const log = await vault.ask(['history', 'a-note'])
    expect(log).toMatchObject({ entries: [{ type: 'record.upserted', actor: 'cli' }, {}] })
    await vault.ask(['undo'])
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ title: 'A note', body: 'Old words.' }] })
  })

  test('nothing changed is nothing written', async () => {
    const answer = await edit('true', '--json')
    expect(answer.json()).toMatchObject({ id: 'a-note', changed: false, changes: [], event: null })
    expect(await vault.ask(['history', 'a-note'])).toMatchObject({ entries: [{}], older: 0 })
  })

  test('a file that does not parse stays as it was written, and the record as it was', async () => {
    const answer = await edit('sed -i "s/^tags:.*/tags: [a/" "$f"', '--json')
    expect(answer.status).toBe(1)
    expect(answer.json()).toMatchObject({ error: { code: 'REFUSED', message: expect.stringMatching(/line \d+: /) } })
    const [file = ''] = globSync('projects/*/notes/a-note.md', { cwd: vault.root })
    expect(readFileSync(join(vault.root, file), 'utf8')).toContain('tags: [a\n')
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ tags: ['x'] }] })
    expect((await edit('true')).stderr).toMatch(/^Error: .*is not taken over: line \d+: /)
    expect((await edit('sed -i "s/^tags:.*/tags: [a]/" "$f"')).stdout).toContain('tags: x -> a')
  })

  test('what somebody else changed meanwhile, and a save took the place of, is told', async () => {
    const other = `'${process.execPath}' '${runScript}' upsert --id a-note --tag y >/dev/null`
    const stale = await edit(`cp "$f" copy; ${other}; sed "s/Old/New/" copy > "$f"`)
    expect(stale.stderr).toMatch(/^Note: while you edited a-note its tags changed; .* see "memo history a-note"\n$/)
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ tags: ['x'], body: 'New words.' }] })
    const gone = `'${process.execPath}' '${runScript}' forget a-note --yes >/dev/null`
    expect((await edit(`cp "$f" copy; ${gone}; cp copy "$f"`)).stderr).toMatch(/^Note: a-note was forgotten or moved /)
    expect((await edit(`${other}; sed -i "s/New/Newer/" "$f"`)).stderr).toBe('')
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ tags: ['y'], body: 'Newer words.' }] })
  })

  test.each([
    ['is not there', '/no/such/editor', 'UNSUPPORTED'],
    ['fails', 'false', 'REFUSED'],
    ['is not set and there is no terminal', undefined, 'UNSUPPORTED'],
  ])('an editor that %s is told', async (_, program, code) => {
    const answer = await vault.memo(['edit', 'a-note', '--json'], { env: { VISUAL: program, EDITOR: undefined } })
    expect(answer.status).toBe(1)
    expect(answer.json()).toMatchObject({ error: { code, hint: expect.any(String) } })
  })

  test('what looks like a secret is not taken over', async () => {
    const secret = ['ghp', 'q7Zx2LmP9rT4vBn8KdW3sYc6HfJ1gA0eUo5i'].join('_')
    const answer = await edit(`echo "token ${secret}" >> "$f"`)
    expect(answer).toMatchObject({ status: 1, stdout: '' })
    expect(answer.stderr).not.toContain(secret)
    expect(await vault.ask(['get', 'a-note'])).toMatchObject({ records: [{ body: 'Old words.' }] })
  })
})
