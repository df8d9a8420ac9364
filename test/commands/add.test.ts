import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { runInTerminal, type Step } from '../support/terminal.ts'

let vault: CliVault
beforeEach(async () => {
  vault = await makeCliVault()
})

describe('where nobody can be asked', () => {
  test('B157: the text comes from standard input, and the kind is note', async () => {
    const added = await vault.memo(['add', '--title', 't', '--stdin', '--json'], { stdin: 'body' })
    expect(added.json()).toMatchObject({ id: 't', kind: 'note', created: true })
    expect(await vault.ask(['get', 't'])).toMatchObject({ records: [{ title: 't', body: 'body' }] })
  })

  test('B157: an open pipe that nobody writes to is not waited for', async () => {
    const pipe = join(vault.cwd, 'pipe')
    execFileSync('mkfifo', [pipe])
    const held = openSync(pipe, 'r+')
    for (const args of [
      ['add', 'held', '--body', 'b'],
      ['add', 'held too'],
    ]) {
      const env = { ...process.env, MEMO_VAULT: vault.root }
      const child = spawn(process.execPath, [runScript, ...args], {
        cwd: vault.cwd,
        env,
        stdio: [held, 'ignore', 'ignore'],
      })
      expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
    }
    closeSync(held)
    expect(await vault.ask(['get', 'held', 'held-too'])).toMatchObject({
      records: [{ body: 'b' }, { body: 'held too' }],
    })
  })

  test('B156: neither a title nor a text is an error', async () => {
    const refused = await vault.memo(['add', '--json'])
    expect(refused.status).toBe(2)
    expect(refused.json()).toMatchObject({ error: { code: 'USAGE', hint: expect.stringContaining('--body') } })
  })

  test('a record that is there is not changed, and the same once more is nothing', async () => {
    const disk = ['add', 'Buy a disk', '--kind', 'task', '--body', 'Two terabytes.']
    await vault.ask(disk)
    expect(await vault.ask(disk)).toMatchObject({ changed: false })
    const refused = await vault.memo(['add', 'Buy a disk', '--kind', 'task', '--body', 'Four terabytes.'])
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('there is a task buy-a-disk already')
    expect(await vault.ask(['get', 'buy-a-disk'])).toMatchObject({ records: [{ body: 'Two terabytes.' }] })
  })

  test('it writes as upsert does: a trap that comes again is counted, a secret refused', async () => {
    const trap = [
      '--kind',
      'trap',
      '--path-pattern',
      'src/**',
      '--body',
      'All workers retry at once and overload the API.',
    ]
    await vault.ask(['add', 'Retry storm', ...trap])
    expect(await vault.ask(['add', 'Retry storms', ...trap])).toMatchObject({ recurrence: true, id: 'retry-storm' })
    const secret = ['ghp', 'q7Zx2LmP9rT4vBn8KdW3sYc6HfJ1gA0eUo5i'].join('_')
    expect((await vault.memo(['add', 'Key', '--body', secret, '--json'])).json()).toMatchObject({
      error: { code: 'SECRET' },
    })
  })
})

describe('at a terminal', () => {
  /** An editor that does this to the file, `$1`. */
  function editor(what: string): string {
    const script = join(vault.cwd, 'editor.sh')
    writeFileSync(script, `#!/bin/sh\n${what}\n`)
    chmodSync(script, 0o755)
    return script
  }

  const add = (args: readonly string[], what: string, steps: readonly Step[]) =>
    runInTerminal({
      args: ['add', ...args],
      cwd: vault.cwd,
      env: { MEMO_VAULT: vault.root, VISUAL: editor(what) },
      steps,
    })

  const answers: Step[] = [
    { after: 'Title', keys: 'Retry storm\r' },
    { after: 'Tags', keys: 'queue, retry\r' },
    { after: 'Paths', keys: '\r' },
  ]

  test('asks for what the flags do not say, and opens the editor on the template of the kind', async () => {
    const seen = join(vault.cwd, 'seen')
    const write = `cp "$1" '${seen}'; sed -i 's/^## Cause/## Cause\\n\\nNo jitter./' "$1"`
    const done = await add([], write, [
      { after: 'Kind', keys: '\u001b[A'.repeat(15) },
      { after: 'trap', keys: '\r' },
      ...answers,
    ])
    expect(done.screen).toContain('Created trap retry-storm')
    expect(done.status).toBe(0)
    expect(readFileSync(seen, 'utf8')).toMatch(
      /^<!-- trap: Retry storm\. .* -->\n\n## Symptom\n\n\n## Cause\n\n\n## Way out\n/,
    )
    expect(await vault.ask(['get', 'retry-storm'])).toMatchObject({
      records: [{ kind: 'trap', tags: ['queue', 'retry'], body: '## Cause\n\nNo jitter.' }],
    })
  })

  test('a template that is left as it is stores nothing, and says so', async () => {
    const done = await add(['--kind', 'decision'], 'true', answers)
    expect(done).toMatchObject({ status: 1, screen: expect.stringContaining('nothing was written: the text is empty') })
    expect(await vault.ask(['list'])).toMatchObject({ records: [] })
  })

  test('Ctrl-C ends it with 130, and nothing is written', async () => {
    const done = await add(['--kind', 'note'], 'true', [{ after: 'Title', keys: '\u0003' }])
    expect(done).toMatchObject({ status: 130, screen: expect.stringContaining('Error: nothing was written') })
    expect(await vault.ask(['list'])).toMatchObject({ records: [] })
  })

  test('a text that cannot be stored is kept, and it is said where', async () => {
    const secret = ['ghp', 'q7Zx2LmP9rT4vBn8KdW3sYc6HfJ1gA0eUo5i'].join('_')
    const done = await add(['--kind', 'note'], `echo 'The token is ${secret}.' > "$1"`, answers)
    expect(done.status).toBe(1)
    const path = /your text is kept in (\S+draft\.md)/.exec(done.screen)?.[1] ?? ''
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain('The token is')
    rmSync(dirname(path), { recursive: true })
  })

  test('so is what an editor saved that failed', async () => {
    const done = await add(['--kind', 'note'], 'echo Words. > "$1"; exit 3', answers)
    expect(done.status).toBe(1)
    const path = /ended with 3\r?\nHint: your text is kept in (\S+draft\.md)/.exec(done.screen)?.[1] ?? ''
    expect(readFileSync(path, 'utf8')).toBe('Words.\n')
    rmSync(dirname(path), { recursive: true })
  })

  test('nothing is asked where title and text are given, and forget asks', async () => {
    const done = await add(['Given', '--body', 'Words.'], 'true', [])
    expect(done.screen).toContain('Created note given')
    const call = { cwd: vault.cwd, env: { MEMO_VAULT: vault.root } }
    const kept = await runInTerminal({ ...call, args: ['forget', 'giv'], steps: [{ after: '[y/N]', keys: 'n\r' }] })
    expect(kept).toMatchObject({ status: 1, screen: expect.stringMatching(/Forget \S+\/given \(Given\)\?/) })
    const stopped = await runInTerminal({
      ...call,
      args: ['forget', 'giv'],
      steps: [{ after: '[y/N]', keys: '\u0003' }],
    })
    expect(stopped).toMatchObject({
      status: 130,
      screen: expect.stringMatching(/\nError: \S+\/given was not forgotten/),
    })
    const gone = await runInTerminal({ ...call, args: ['forget', 'giv'], steps: [{ after: '[y/N]', keys: 'y\r' }] })
    expect(gone).toMatchObject({ status: 0, screen: expect.stringContaining('Forgot given') })
  })

  test('an edit that does not parse can be gone on with', async () => {
    await vault.ask(['add', 'Given', '--body', 'Words.', '--tag', 'x'])
    const once =
      'if grep -q "tags: \\[a" "$1"; then sed -i "s/^tags:.*/tags: [b]/" "$1"; else sed -i "s/^tags:.*/tags: [a/" "$1"; fi'
    const done = await runInTerminal({
      args: ['edit', 'given'],
      cwd: vault.cwd,
      env: { MEMO_VAULT: vault.root, VISUAL: editor(once) },
      steps: [{ after: 'Edit it again? [Y/n]', keys: '\r' }],
    })
    expect(done.screen).toContain('tags: x -> b')
  })
})
