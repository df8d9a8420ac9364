/** Whatever is asked of the monitor: an answer or a refusal, never a fault of its own, and nothing is written. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAccess } from '../../src/monitor/access.ts'
import { monitorApp } from '../../src/monitor/app.ts'
import { eventStreams } from '../../src/monitor/event-stream.ts'
import { openHost } from '../../src/monitor/host.ts'
import { openMetrics } from '../../src/monitor/metrics.ts'
import { otherRoutes, routes } from '../../src/monitor/routes/table.ts'
import { webFiles } from '../../src/monitor/web-files.ts'
import { fuzzPatience, fuzzRuns, fuzzText } from '../support/fuzz-texts.ts'
import { allEvents, dumpIndex } from '../support/inspect.ts'
import { token } from '../support/monitor.ts'
import { makeVault, putAll } from '../support/vault.ts'

const paths = [...routes.map(({ path }) => path), ...otherRoutes.map(({ path }) => path)]
const names = [...new Set(routes.flatMap(({ parameters }) => Object.keys(parameters.shape)))]

const segment = fc.oneof(fuzzText, fc.constantFrom('one', 'acme', '..', '%00', '%ff'))
const anyPath = fc.oneof(
  fc.tuple(fc.constantFrom(...paths), segment, segment).map(([path, a, b]) => fill(path, [a, b])),
  fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.map(encode).join('/')}`),
)
const value = fc.oneof(
  fuzzText,
  fc.constantFrom('1', '0', '-1', '1e9', '999999999', 'true', 'acme', 'one', 'trap', '2031-05-01'),
)
const anyQuery = fc
  .array(
    fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fuzzText }), value),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&'))
const anyHeaders = fc.record({
  authorization: fc.constantFrom(`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`, 'Bearer x', 'Basic x', ''),
  'last-event-id': fc.constantFrom('', '0', '-1', 'x'.repeat(500), '01JQ0000000000000000000001'),
  'if-none-match': fc.constantFrom('', '*', '"x"'),
  cookie: fc.constantFrom('', 'a=b; ;=', `memo-1=${token}`),
})
const anyMethod = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'PROPFIND',
)

test(
  'any request is answered or refused',
  async () => {
    const { vault, root } = await makeVault()
    await putAll(vault, [
      { id: 'one', title: 'One', body: 'text [[two]]' },
      { id: 'two', title: 'Two', body: 'more' },
    ])
    const host = await openHost({ root, cwd: root, tell: () => undefined })
    const access = openAccess({ token, port: 1, ports: vault.ports })
    const streams = eventStreams(host)
    const app = monitorApp({ host, access, streams, version: '1', metrics: openMetrics(), files: webFiles() })
    const before = [allEvents(vault), dumpIndex(vault)]
    const property = fc.asyncProperty(
      anyMethod,
      anyPath,
      anyQuery,
      anyHeaders,
      async (method, path, query, headers) => {
        const response = await app.request(`http://127.0.0.1:1${path}?${query}`, { method, headers })
        expect([response.status < 500, response.status]).toEqual([true, response.status])
        if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
        else if (!response.headers.get('content-type')?.startsWith('text/html'))
          expect(await response.text()).not.toMatch(/<script|\x1b|\u2028/)
      },
    )
    await fc.assert(property, fuzzRuns(150))
    streams.close()
    await host.close()
    expect([allEvents(vault), dumpIndex(vault)]).toEqual(before)
  },
  fuzzPatience,
)

function fill(path: string, parts: string[]): string {
  return path.replace(/:\w+(\{[^}]*\})?/g, () => encode(parts.pop() ?? ''))
}

/** Half of a surrogate pair cannot stand in an address, and what stands there already may be encoded. */
function encode(text: string): string {
  return /^%[\da-f]{2}$/.test(text) ? text : encodeURIComponent(text.toWellFormed())
}
