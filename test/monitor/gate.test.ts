import { describe, expect, test } from 'vitest'
import { isOwnName } from '../../src/monitor/own-name.ts'
import { rateLimit } from '../../src/monitor/rate-limit.ts'
import { makeMonitor } from '../support/monitor.ts'
import { rawStatus, sendRaw } from '../support/raw-http.ts'

describe('names', () => {
  test('B126 a Host that is not this machine gets 403 on every route', async () => {
    const { port } = await makeMonitor()
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '',
      'localhost.evil.example',
      'localhost@evil',
    ]
    for (const path of [
      '/healthz',
      '/',
      '/login?token=x',
      '/api/records',
      '/api/events/stream',
      '/metrics',
      '/nothing',
    ]) {
      for (const host of hosts) expect(await rawStatus(port, [`Host: ${host}`], path), `${host} ${path}`).toBe(403)
    }
    expect(await rawStatus(port, ['Host: localhost', 'Host: evil.example'])).toBe(403)
    expect(await rawStatus(port, ['Host: localhost', 'Host: localhost'])).toBe(403)
    const upgrade = ['Host: evil.example', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    expect(await rawStatus(port, upgrade, '/api/events/stream')).toBe(403)
    for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]', `[::1]:${port}`, 'LOCALHOST:1']) {
      expect(await rawStatus(port, [`Host: ${host}`]), host).toBe(200)
    }
  })

  test('a page of another site may not ask, whatever it sends along', async () => {
    const { port, ask } = await makeMonitor()
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${port + 1}`, 'http://localhost', '']) {
      expect((await ask('/api/records', { headers: { origin } })).status, origin).toBe(403)
    }
    const own = await ask('/api/records', { headers: { origin: `http://127.0.0.1:${port}` } })
    expect(own.status).toBe(200)
    const names = [...own.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(names).toEqual([])
  })

  test('where others may come, addresses and the bound name will do, and other names will not', () => {
    const cases = ['10.1.2.3:3124', '[fe80::1]', 'localhost', 'box.lan', 'evil.example'] as const
    expect(cases.map((host) => isOwnName(host, '0.0.0.0'))).toEqual([true, true, true, false, false])
    expect(cases.map((host) => isOwnName(host, 'box.lan'))).toEqual([true, true, true, true, false])
    expect(cases.map((host) => isOwnName(host, '127.0.0.1'))).toEqual([false, false, true, false, false])
  })
})

describe('limits', () => {
  test('only reading methods are allowed', async () => {
    const { url, ask } = await makeMonitor()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const response = await ask('/api/records', { method })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    }
    const options = await fetch(`${url}/api/records`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '',
    ])
    const head = await ask('/api/records', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      ...[200, 'application/json; charset=utf-8', ''],
    ])
    expect((await ask('/api/events/stream', { method: 'HEAD' })).status).toBe(200)
  })

  test('long addresses, bodies and strange request lines are refused', async () => {
    const { port, ask } = await makeMonitor()
    expect((await ask(`/api/records/search?q=${'x'.repeat(4000)}`)).status).toBe(200)
    expect((await ask(`/api/records/search?q=${'x'.repeat(5000)}`)).status).toBe(400)
    const long = await ask(`/api/records?tag=${'x'.repeat(9000)}`)
    expect([long.status, await long.json()]).toMatchObject([414, { error: { code: 'TOO_LARGE' } }])
    const start = ['GET /healthz HTTP/1.1', 'Host: localhost']
    expect(await sendRaw(port, [...start, 'Content-Length: 100000'])).toMatch(/^HTTP\/1\.1 413 /)
    expect(await sendRaw(port, [...start, 'Transfer-Encoding: chunked'])).toMatch(/^HTTP\/1\.1 413 /)
    expect(await sendRaw(port, [...start, `X: ${'x'.repeat(20_000)}`])).toMatch(/^HTTP\/1\.1 431 /)
    expect(await sendRaw(port, ['GET http://evil.example/ HTTP/1.1', 'Host: localhost'])).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendRaw(port, ['nonsense'])).toMatch(/^HTTP\/1\.1 400 /)
    expect((await ask('/healthz')).status).toBe(200)
  })

  test('an address that asks too often is told to wait, and another is not', () => {
    let now = 0
    const mayAsk = rateLimit({ now: () => now })
    const passed = Array.from({ length: 1500 }, () => mayAsk('a')).filter(Boolean)
    expect(passed).toHaveLength(1000)
    expect(mayAsk('b')).toBe(true)
    now += 100
    expect(Array.from({ length: 20 }, () => mayAsk('a')).filter(Boolean)).toHaveLength(10)
    now -= 10_000
    expect(mayAsk('b')).toBe(true)
    for (let n = 0; n < 5000; n++) mayAsk(`address ${n}`)
  })
})

test('what every answer says to a browser', async () => {
  const { ask, url } = await makeMonitor()
  const responses = [
    await ask('/api/records'),
    await ask('/nothing'),
    await fetch(`${url}/api/status`),
    await ask('/metrics'),
  ]
  responses.push(await ask('/', { method: 'POST' }))
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 200, 405])
  for (const { headers } of responses) {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})
