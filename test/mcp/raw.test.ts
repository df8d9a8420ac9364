/** The server without a client: what broken clients, shells and dying parents do to it. */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  globSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, runScript } from '../support/cli.ts'
import { initialize, startRaw } from '../support/mcp.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'

const initialized = { method: 'notifications/initialized' }

function toCall(id: number, name: string, parameters: object = {}) {
  return { id, method: 'tools/call', params: { name, arguments: parameters } }
}

function toLine(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
}

test.each([
  { what: 'plainly', env: {} },
  { what: 'with DEBUG=*', env: { DEBUG: '*' } },
  { what: 'with warnings traced', env: { NODE_OPTIONS: '--trace-warnings', MEMO_DEBUG: '1' } },
])('B133 every line of stdout is JSON-RPC, $what', async ({ env }) => {
  const folder = makeTempDir()
  const vault = await makeMcpVault(folder)
  await vault.put({ id: 'sound', body: 'Sound.' })
  const [sound = ''] = globSync('projects/acme/notes/*.md', { cwd: vault.root })
  writeFileSync(join(vault.root, sound), '---\nkind: [\n---\nBroken.\n')
  rmSync(join(vault.root, 'memo.sqlite'))
  writeFileSync(join(vault.root, '.sync/lock-holder.json'), '{"pid":1,')
  const [segment = ''] = globSync('events/*/*.jsonl', { cwd: vault.root })
  appendFileSync(join(vault.root, segment), '{"torn":')
  const server = startRaw(vault, env)
  server.send(initialize)
  await server.answer(0)
  server.send(initialized)
  server.send({ id: 1, method: 'tools/list' })
  server.send(toCall(2, 'search', { query: 'sound' }))
  server.send(toCall(3, 'get', { ids: 'not-a-list' }))
  const failed = await server.answer(3)
  expect(failed.result).toMatchObject({ isError: true })
  server.child.stdin?.end()
  expect(await server.ended).toBe(0)
  expect(server.lines.length).toBe(4)
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})

test('B133 without a vault the server starts, and every call says what to do', async () => {
  const folder = makeTempDir()
  const vault = { root: join(folder, 'nothing'), cwd: folder }
  const server = startRaw(vault)
  server.send(initialize)
  server.send(toCall(1, 'search', { query: 'x' }))
  const { result } = await server.answer(1)
  expect(result?.isError).toBe(true)
  expect(JSON.stringify(result)).toMatch(/NOT_A_VAULT.*memo init/)
  await runCli(['init'], { vault: vault.root })
  server.send(toCall(2, 'search', { query: 'x' }))
  expect((await server.answer(2)).result).toMatchObject({ structuredContent: { total: 0 } })
})

describe('B138 the server ends when its client does', () => {
  test('standard input that is empty, or closed after the opening', async () => {
    const vault = await makeMcpVault(makeTempDir())
    expect(await runCli(['mcp'], { vault: vault.root })).toMatchObject({ status: 0, stdout: '' })
    const opened = await runCli(['mcp'], { vault: vault.root, stdin: toLine(initialize) })
    expect(opened.status).toBe(0)
    expect(JSON.parse(opened.stdout)).toMatchObject({ id: 0, result: { serverInfo: { name: 'memo' } } })
  })

  test('what was written before the end is answered, stored, and committed to git', async () => {
    const vault = await makeMcpVault(makeTempDir())
    const calls = [initialize, initialized, toCall(1, 'upsert', { id: 'last', kind: 'note', body: 'Last.' })]
    const { status, stdout } = await runCli(['mcp'], {
      vault: vault.root,
      cwd: vault.cwd,
      stdin: calls.map(toLine).join(''),
    })
    expect(status).toBe(0)
    expect(stdout).toContain('"created":true')
    const tree = readGit(vault.root)
    expect(tree).toContain('projects/acme/notes/last.md')
  })

  test('a signal: pending writes finished, nothing held', async () => {
    const vault = await makeMcpVault(makeTempDir())
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
    const servers = signals.map((signal) => ({ signal, ...startRaw(vault) }))
    for (const { send } of servers) send(initialize)
    for (const { send, answer } of servers) {
      send(toCall(2, 'status'))
      await answer(2)
    }
    const { json } = await runCli(['status', '--json'], { vault: vault.root, cwd: vault.cwd })
    expect((json() as { servers: { what: string; pid: number }[] }).servers.map(({ what }) => what)).toEqual([
      'mcp',
      'mcp',
      'mcp',
    ])
    for (const { signal, send, answer, child, ended } of servers) {
      send(toCall(1, 'upsert', { id: signal.toLowerCase(), kind: 'note', body: `By ${signal}.` }))
      await answer(1)
      child.kill(signal)
      expect(await ended, signal).toBe(0)
      expect(readGit(vault.root)).toContain(`projects/acme/notes/${signal.toLowerCase()}.md`)
    }
    await vault.put({ id: 'next', body: 'The lock is free.' })
  })

  test('a parent that is killed leaves no orphan', async () => {
    const vault = await makeMcpVault(makeTempDir())
    const script = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ${JSON.stringify([runScript, 'mcp', '--vault', vault.root])}, { stdio: ['pipe', 'pipe', 'ignore'] })
      child.stdin.write(${JSON.stringify(toLine(initialize))})
      child.stdout.once('data', () => console.log(child.pid))`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (bytes) => resolve(Number(bytes))))
    parent.kill('SIGKILL')
    await until(() => !isAlive(pid), 5000)
  })
})

function readGit(root: string): string {
  const objects = globSync('.git/refs/heads/*', { cwd: root })
  expect(objects).toHaveLength(1)
  return readFileSync(join(root, '.git/index'), 'latin1')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('B140 lines that are no message are passed over, and the next request is answered', async () => {
  const vault = await makeMcpVault(makeTempDir())
  const server = startRaw(vault)
  server.send(initialize)
  await server.answer(0)
  const lines = [
    'garbage',
    '',
    '{"jsonrpc":"2.0","method":"x","params":',
    '[1,2]',
    'null',
    '{"id":7}',
    '"text"',
    '{}',
    '   ',
    '\t{',
  ]
  for (const line of lines) server.write(`${line}\n`)
  server.write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]))
  server.write(`${'x'.repeat(5_000_000)}\n`)
  server.write(
    `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"search","arguments":{"query":"${'y'.repeat(1_000_000)}"}}}\n`,
  )
  server.send({ id: 9, method: 'no/such/method' })
  server.send({ id: 99, method: 'tools/list' })
  const [long, listed] = await Promise.all([server.answer(8), server.answer(99)])
  expect(long.result).toHaveProperty('structuredContent')
  expect(listed.result).toHaveProperty('tools')
})

test('B013, B024, B051, B115 parameters that no client should send are errors of their call', async () => {
  const vault = await makeMcpVault(makeTempDir())
  const server = startRaw(vault)
  server.send(initialize)
  const nested = `${'['.repeat(6000)}"x"${']'.repeat(6000)}`
  const calls: [name: string, parameters: string, said: RegExp | undefined][] = [
    ['upsert', '{"kind":"note","body":"alpha\\u0000omega"}', /USAGE.*body holds a NUL character/],
    ['search', '{"query":"alpha\\u0000zzz"}', undefined],
    ['upsert', '{"kind":"note","body":"bad \\ud83d end"}', /USAGE.*half a surrogate pair/],
    ['search', '{"query":"bad \\ud83d end"}', undefined],
    ['upsert', `{"kind":"note","body":"x","facets":{"a":${nested}}}`, /error/],
    ['upsert', `{"kind":"note","body":"x","tags":${nested}}`, /error/],
    ['search', `{"query":${nested}}`, /error/],
    ['upsert', '{"kind":"note","body":"x","id":"../../evil"}', /USAGE/],
    ['get', '{"ids":["../../etc/passwd","/etc/passwd","%2e%2e/x","a\\u0000b"]}', /"isError":true/],
    ['forget', '{"id":"../../evil"}', /NOT_FOUND/],
    ['upsert', '{"kind":"../x","body":"x"}', /USAGE/],
    ['search', '{"query":"x","projectId":"../../x"}', /USAGE/],
    ['search', '{"query":"x","vaultRoot":"/tmp/elsewhere"}', /USAGE.*this server serves/],
  ]
  for (const [index, [name, parameters, said]] of calls.entries()) {
    const call = `{"name":"${name}","arguments":${parameters}}`
    server.write(`{"jsonrpc":"2.0","id":${index + 1},"method":"tools/call","params":${call}}\n`)
    const answer = await server.answer(index + 1)
    if (said === undefined) expect(answer.result, call.slice(0, 100)).not.toHaveProperty('isError')
    else expect(JSON.stringify(answer), call.slice(0, 100)).toMatch(said)
  }
  expect(readdirSync(join(vault.root, 'projects'))).toEqual([])
})

describe('an index that is damaged under a running server', () => {
  const damages: { [what: string]: (path: string) => void } = {
    deleted: (path) => rmSync(path),
    emptied: (path) => truncateSync(path, 0),
    overwritten: (path) => {
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(8192, 0x5a), 0, 8192, 2048)
      closeSync(file)
    },
    'replaced by a text': (path) => writeFileSync(path, 'this is no database'.repeat(1000)),
  }

  test('B096 searches and writes go on', async () => {
    const vault = await makeMcpVault(makeTempDir())
    await vault.put({ id: 'jitter', kind: 'trap', title: 'Retries need jitter', body: 'All come back.' })
    const server = startRaw(vault)
    server.send(initialize)
    const calls: [string, object][] = [
      ['search', { query: 'jitter' }],
      ['upsert', { id: 'more', kind: 'note', body: 'More.' }],
      ['feedback', { id: 'jitter', rating: 'helpful' }],
      ['get', { ids: ['jitter'] }],
    ]
    let id = 0
    for (const [what, damage] of Object.entries(damages)) {
      for (const [name, parameters] of calls) {
        damage(join(vault.root, 'memo.sqlite'))
        server.send(toCall(++id, name, parameters))
        const { result } = await server.answer(id)
        expect(result, `${name} after it was ${what}: ${JSON.stringify(result)}`).not.toHaveProperty('isError')
      }
    }
    server.send(toCall(++id, 'get', { ids: ['jitter', 'more'] }))
    expect((await server.answer(id)).result).toMatchObject({
      structuredContent: { records: [{ helpful: 4, hits: 5 }, { body: 'More.' }] },
    })
  })
})
