import { expect, test } from 'vitest'
import { openAccess } from '../../src/monitor/access.ts'
import { otherRoutes, routes } from '../../src/monitor/routes/table.ts'
import { getStatus } from '../../src/vault/status/status.ts'
import { closeVault } from '../../src/vault/vault.ts'
import { makeMonitor, token } from '../support/monitor.ts'
import { findIds } from '../support/search-vault.ts'
import { makeVault, put, testPorts } from '../support/vault.ts'

test('without the token everything of the vault is 401, and so is what is not there', async () => {
  const { url } = await makeMonitor()
  const closed = [...routes, ...otherRoutes.filter(({ isOpen }) => !isOpen)].map(({ path }) => path)
  for (const path of [...closed, '/api/nothing', '//api/records', '/%61pi/records', '/api/../api/records']) {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, token]) {
      const response = await fetch(url + path, { headers: { authorization } })
      expect(response.status, `${path} ${authorization}`).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="memo"')
      expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHORIZED', hint: expect.any(String) } })
    }
  }
})

test('health says nothing but ok to strangers, and whose it is to those who know the token (B132)', async () => {
  const { url, ask, root } = await makeMonitor()
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  expect(await (await ask('/healthz')).json()).toEqual({ ok: true, vault: root, version: '1.2.3' })
})

test('B132 who asks the server of another vault learns nothing, and no command takes its answers', async () => {
  const { url, vault: theirs } = await makeMonitor()
  await put(theirs, { id: 'theirs', body: 'The cache of theirs.' })
  const { vault: ours } = await makeVault()
  await put(ours, { id: 'ours', body: 'The cache of ours.' })
  const asked = await fetch(`${url}/api/records`, { headers: { authorization: 'Bearer of-our-own-vault' } })
  expect([asked.status, await asked.text()]).toEqual([401, expect.not.stringContaining('theirs')])
  const place = { project: 'acme', cwd: ours.paths.root, isRefreshed: false }
  expect((await getStatus(theirs, place)).servers).toMatchObject([{ what: 'serve', place: url }])
  expect((await getStatus(ours, place)).servers).toEqual([])
  expect(await findIds(ours, 'cache')).toEqual(['ours'])
  closeVault(ours)
})

test('a login link leaves a cookie and takes the token out of the address', async () => {
  const { url, port } = await makeMonitor()
  const wrong = await fetch(`${url}/login?token=wrong`, { redirect: 'manual' })
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null])
  expect((await fetch(`${url}/login`, { redirect: 'manual' })).status).toBe(401)
  const right = await fetch(`${url}/login?token=${token}`, { redirect: 'manual' })
  expect([right.status, right.headers.get('location')]).toEqual([303, '/'])
  const cookie = right.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(new RegExp(`^memo_serve_${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`))
  expect(cookie).not.toContain(token)
  const [pair = ''] = cookie.split(';')
  const withCookie = (value: string) => fetch(`${url}/api/projects`, { headers: { cookie: value } })
  expect((await withCookie(`other=1; ${pair}`)).status).toBe(200)
  expect((await withCookie(`${pair}x`)).status).toBe(401)
  expect((await withCookie(`memo_serve_${port}=${token}`)).status).toBe(401)
})

test('a ticket logs in once, and not for long', async () => {
  const { makeTicketLogin } = await makeMonitor()
  const ticket = makeTicketLogin()
  expect(ticket).not.toContain(token)
  expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(401)
  const ports = testPorts()
  const access = openAccess({ token, port: 1, ports })
  const late = access.makeTicket()
  ports.advance(3 * 60_000)
  expect(access.login(late)).toBeUndefined()
})
