/** `memo mcp --http`: real clients over real sockets, and who is kept out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLoopback, toUrl } from '../../src/lib/address.ts'
import { assertGuarded } from '../../src/lib/listen.ts'
import { parseAddress } from '../../src/mcp/listen-on.ts'
import { runCli } from '../support/cli.ts'
import { type HttpServer, openFirstHttpClient, openHttpClient, startHttp } from '../support/mcp.ts'
import { type McpVault, makeMcpVault } from '../support/mcp-vault.ts'

const token = 'a-token-of-some-length'
const folder = mkdtempSync(join(tmpdir(), 'memo-test-'))
let vault: McpVault
let server: HttpServer

beforeAll(async () => {
  vault = await makeMcpVault(folder)
  await vault.put({ id: 'jitter', kind: 'trap', title: 'Retries need jitter', body: 'All come back.' })
  server = await startHttp(vault, { env: { MEMO_MCP_TOKEN: token } })
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  rmSync(folder, { recursive: true })
})

const ways = [
  { name: 'client v2', open: () => openHttpClient(server.url, { token }) },
  { name: 'client v2 as of 2025', open: () => openHttpClient(server.url, { token, legacy: true }) },
  { name: 'client v1', open: () => openFirstHttpClient(server.url, token) },
]

test.each(ways)('$name searches, reads, completes and lists over HTTP', async ({ open }) => {
  const client = await open()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('search')
  const found = await client.callTool({ name: 'search', arguments: { query: 'jitter' } })
  expect(found.structuredContent).toMatchObject({ hits: [{ id: 'jitter' }] })
  const { resources } = await client.listResources()
  expect(resources).toMatchObject([{ uri: 'memo://acme/jitter' }])
  const { contents } = await client.readResource({ uri: 'memo://acme/jitter' })
  expect(JSON.stringify(contents)).toContain('All come back.')
  await client.close()
})

test('a subscriber is told when another client changes the list', async () => {
  const [one, two] = [await openHttpClient(server.url, { token }), await openHttpClient(server.url, { token })]
  const changed = new Promise<void>((resolve) => {
    one.setNotificationHandler('notifications/resources/list_changed', () => resolve())
  })
  await one.listen({ resourcesListChanged: true })
  await one.listResources()
  await two.callTool({ name: 'upsert', arguments: { id: 'new', kind: 'note', body: 'New.' } })
  await changed
  await two.callTool({ name: 'forget', arguments: { id: 'new' } })
  await Promise.all([one.close(), two.close()])
})

test('progress comes over HTTP too', async () => {
  const client = await openHttpClient(server.url, { token })
  const messages: unknown[] = []
  const onprogress = ({ message }: { message?: string | undefined }): void => void messages.push(message)
  await client.callTool({ name: 'search', arguments: { query: 'jitter' } }, { onprogress })
  expect(messages).toContain('working')
  await client.close()
})

describe('who is kept out', () => {
  const authorization = `Bearer ${token}`
  /** What the protocol itself says to a request that does not say what it sends. */
  const letIn = 415

  function ask(
    headers: { [name: string]: string },
    options: { path?: string; method?: string; body?: string } = {},
  ): Promise<number> {
    const { path = '/mcp', method = 'POST', body = '{}' } = options
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }

  test('B126 a page that comes in under another name (DNS rebinding) gets 403, whatever it knows', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ]) {
      expect(await ask({ host, authorization }), host).toBe(403)
    }
    for (const host of ['localhost', `127.0.0.1:${server.port}`, '[::1]', `LOCALHOST:${server.port}`]) {
      expect(await ask({ host, authorization }), host).toBe(letIn)
    }
  })

  test('B126 an empty Host, none, and two of them are refused', async () => {
    for (const lines of ['Host:', '', 'Host: localhost\r\nHost: localhost', 'Host: localhost\r\nHost: evil.example']) {
      expect(await askRaw(lines), JSON.stringify(lines)).toMatch(/^HTTP\/1\.1 40[03] /)
    }
  })

  function askRaw(lines: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connectSocket(server.port, '127.0.0.1')
      let answer = ''
      socket.on('data', (bytes) => {
        answer += bytes
      })
      socket.on('close', () => resolve(answer)).on('error', reject)
      const head = [
        'POST /mcp HTTP/1.1',
        ...lines.split('\r\n').filter((line) => line !== ''),
        `Authorization: ${authorization}`,
      ]
      socket.end(`${head.join('\r\n')}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`)
    })
  }

  test('a request from a page of another origin is refused, and one of this machine is not', async () => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
      expect(await ask({ authorization, origin }), origin).toBe(403)
    }
    expect(await ask({ authorization, origin: `http://localhost:${server.port}` })).toBe(letIn)
  })

  test('without the token, or with a wrong one, there is 401 on every path', async () => {
    const wrong = [{}, { authorization: 'Bearer' }, { authorization: `Bearer ${token}x` }, { authorization: token }]
    for (const headers of [...wrong, { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }]) {
      expect(await ask(headers as { [name: string]: string })).toBe(401)
      expect(await ask(headers as { [name: string]: string }, { path: '/', method: 'GET', body: '' })).toBe(401)
    }
  })

  test('other paths and methods, what is no JSON, and too much of it have an answer', async () => {
    expect(await ask({ authorization }, { path: '/other' })).toBe(404)
    expect(await ask({ authorization }, { path: '/mcp/../etc/passwd' })).toBe(404)
    expect(await ask({ authorization }, { method: 'GET', body: '' })).toBe(405)
    expect(await ask({ authorization, 'content-type': 'text/plain' })).toBe(415)
    const json = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    expect(await ask(json, { body: 'garbage' })).toBe(400)
    expect(await ask({ ...json, 'content-length': '5000000' })).toBe(413)
  })
})

test('B128 it listens on this machine alone, unless told otherwise, and then it wants a token', async () => {
  expect(new URL(server.url).hostname).toBe('127.0.0.1')
  const open = { host: '0.0.0.0' }
  expect(() => assertGuarded(open, undefined, '')).toThrow(/no token/)
  expect(() => assertGuarded(open, 'short', '')).toThrow(/fewer than 16/)
  expect(() => assertGuarded(open, token, '')).not.toThrow()
  expect(() => assertGuarded({ host: '127.0.0.1' }, undefined, '')).not.toThrow()
  const refused = await runCli(['mcp', '--http', '0.0.0.0:0'], { vault: vault.root, cwd: vault.cwd })
  expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/there is no token\nHint: /) })
})

test('B131 a port that is taken is told in one line, and whoever has it goes on', async () => {
  const args = ['mcp', '--http', String(server.port)]
  const second = await runCli(args, { vault: vault.root, cwd: vault.cwd })
  expect(second).toMatchObject({ status: 1, stdout: '' })
  expect(second.stderr).toMatch(new RegExp(`^Error: port ${server.port} of 127\\.0\\.0\\.1 is taken\nHint: .*\n$`))
  const client = await openHttpClient(server.url, { token })
  await client.close()
  for (const port of ['99999', 'abc', '-1', '1:2:3']) {
    const result = await runCli(['mcp', `--http=${port}`], { vault: vault.root, cwd: vault.cwd })
    expect(result.status, port).toBe(2)
  }
})

test('a token may stand in a file', async () => {
  const file = join(folder, 'token')
  writeFileSync(file, `${token}\n`)
  const other = await startHttp(vault, { args: ['--token-file', file] })
  const client = await openHttpClient(other.url, { token })
  await client.close()
  await expect(openHttpClient(other.url)).rejects.toThrow()
  other.child.kill('SIGINT')
  expect(await other.ended).toBe(0)
  writeFileSync(file, 'two words\n')
  const bad = await runCli(['mcp', '--http', '0', '--token-file', file], { vault: vault.root })
  expect(bad).toMatchObject({ status: 2, stderr: expect.stringContaining('does not hold a token') })
})

test('an address is [HOST:]PORT', () => {
  expect(parseAddress('3125')).toEqual({ host: '127.0.0.1', port: 3125 })
  expect(parseAddress('localhost:0')).toEqual({ host: 'localhost', port: 0 })
  expect(parseAddress('[::1]:80')).toEqual({ host: '::1', port: 80 })
  expect(toUrl({ host: '::1', port: 80 })).toBe('http://[::1]:80')
  for (const text of ['', 'x', ':', ':80', '::1:80', 'a b:1', '65536', '1.5', 'http://localhost:1']) {
    expect(() => parseAddress(text), text).toThrow(/is not of the form/)
  }
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '127.0.0.1.evil', '10.0.0.1', 'example.com'].some(isLoopback)).toBe(false)
})
