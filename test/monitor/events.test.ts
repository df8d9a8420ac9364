import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../src/events/log.ts'
import { toEvent } from '../../src/events/schema.ts'
import { memorySegments } from '../../src/events/segments.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { eventStreams } from '../../src/monitor/event-stream.ts'
import { openHost } from '../../src/monitor/host.ts'
import { endOfLog, formatPlace, type LogPlace, parsePlace, readBack, readOn } from '../../src/vault/history/log-feed.ts'
import { allEvents } from '../support/inspect.ts'
import { makeMonitor } from '../support/monitor.ts'
import { testPorts } from '../support/test-ports.ts'
import { makeVault, put } from '../support/vault.ts'

interface Message {
  event: string
  id: string
  data: { [field: string]: unknown }
}

/** Messages of a stream as they come; `next` waits for one. */
function messagesOf(response: Response) {
  const reader = (response.body ?? new ReadableStream()).getReader()
  onTestFinished(() => reader.cancel().catch(() => {}))
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<Message | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
    return { event: field('event'), id: field('id'), data: JSON.parse(field('data') || '{}') }
  }
  return { next, cancel: () => reader.cancel() }
}

describe('the stream', () => {
  test('tells what is written while it is open, and goes on where a client had come', async () => {
    const { ask, vault } = await makeMonitor()
    await put(vault, { id: 'before', body: 'Before.' })
    const response = await ask('/api/events/stream')
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const first = messagesOf(response)
    const ready = await first.next()
    expect(ready).toMatchObject({ event: 'ready', data: { resumed: false } })
    await put(vault, { id: 'one', title: 'One', body: 'Secret text.' })
    const one = await first.next()
    expect(one).toMatchObject({ event: 'activity', data: { type: 'record.upserted', recordId: 'one', title: 'One' } })
    expect(JSON.stringify(one)).not.toContain('Secret text')
    await first.cancel()
    await put(vault, { id: 'two', body: 'Two.' })
    await put(vault, { id: 'three', body: 'Three.' })
    const again = messagesOf(await ask('/api/events/stream', { headers: { 'last-event-id': one?.id ?? '' } }))
    expect(await again.next()).toMatchObject({ event: 'ready', id: one?.id, data: { resumed: true } })
    expect([(await again.next())?.data.recordId, (await again.next())?.data.recordId]).toEqual(['two', 'three'])
    const lost = messagesOf(await ask('/api/events/stream', { headers: { 'last-event-id': 'nonsense' } }))
    expect(await lost.next()).toMatchObject({ event: 'ready', data: { resumed: false } })
  })

  test('is open for so many at a time, and ends with the server', async () => {
    const { ask, close } = await makeMonitor()
    const responses = await Promise.all(Array.from({ length: 34 }, () => ask('/api/events/stream')))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(32)
    const refused = responses.filter(({ status }) => status === 429)
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'TOO_MANY' } })
    const open = responses.filter(({ status }) => status === 200).map(messagesOf)
    await Promise.all(open.map(({ next }) => next()))
    await open[0]?.cancel()
    // Whoever leaves makes room for another.
    await expect.poll(async () => (await ask('/api/events/stream')).status, { timeout: 10_000 }).toBe(200)
    const ends = Promise.all(open.slice(1).map(({ next }) => next()))
    await close()
    expect(new Set(await ends)).toEqual(new Set([undefined]))
  })

  test('is not open in more places by those who ask at once, and a vault that fails frees the place', async () => {
    const { root } = await makeVault()
    const host = await openHost({ root, cwd: root, tell: () => {} })
    onTestFinished(() => host.close())
    let isBroken = false
    const run: typeof host.run = (work) => (isBroken ? Promise.reject(new Error('EIO')) : host.run(work))
    const streams = eventStreams({ ...host, run })
    const opened = await Promise.all(Array.from({ length: 40 }, () => streams.open(undefined)))
    expect(opened.filter((response) => response !== undefined)).toHaveLength(32)
    const readers = opened.flatMap((response) => response?.body?.getReader() ?? [])
    await Promise.all(readers.map((reader) => reader.read()))
    isBroken = true
    await Promise.all(readers.map((reader) => expect(reader.read()).rejects.toThrow('EIO')))
    await expect(streams.open(undefined)).rejects.toThrow('EIO')
    expect(streams.count).toBe(0)
  })
})

test('pages lead from the newest event to the first, each once, while others write', async () => {
  const { json, vault } = await makeMonitor()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await put(vault, { id, body: id })
  const expected = allEvents(vault).map(({ id }) => id)
  const seen: string[] = []
  for (let before = ''; ; ) {
    const { events, older } = await json(`/api/events?limit=2${before}`)
    seen.push(...(events as { id: string }[]).map(({ id }) => id))
    if (older === null) break
    before = `&before=${encodeURIComponent(String(older))}`
    await put(vault, { id: `late-${seen.length}`, body: 'Late.' })
  }
  expect(seen).toEqual(expected.reverse())
  const { events } = await json('/api/events?type=record.upserted&record=acme/c')
  expect(events).toMatchObject([{ recordId: 'c', type: 'record.upserted' }])
})

const log = fc.array(fc.record({ writer: fc.constantFrom('anna', 'ben', 'cleo'), size: fc.nat(3) }), { maxLength: 12 })

test('forward from any place and back from it is the whole log', () => {
  fc.assert(
    fc.property(log, fc.nat(40), fc.integer({ min: 1, max: 5 }), (appends, at, limit) => {
      const segments = memorySegments()
      const made = openLog(segments, testPorts())
      for (const { writer, size } of appends) {
        const drafts = Array.from({ length: size }, () => ({
          ...{ actor: 'cli' as const, type: 'vault.created' as const, data: { name: 'x'.repeat(200_000) } },
        }))
        if (drafts.length > 0) made.append(writer, drafts, zeroUlid)
      }
      const all = [...made.read(new Map(), toEvent)].map(({ event }) => `${event.writer} ${event.seq}`)
      const input = { segments, toEvent, limit }
      const start =
        readOn({ ...input, place: new Map(), limit: 1000 })[at % (all.length + 1)]?.place ?? endOfLog(segments)
      const place = parsePlace(formatPlace(start)) ?? new Map()
      const on = goOn((from) => readOn({ ...input, place: from }).map((step) => ({ ...step, next: step.place })), place)
      const back: string[] = []
      for (let older: LogPlace | undefined = place; older !== undefined; ) {
        const page = readBack({ ...input, place: older, mayBeWanted: () => true, isWanted: () => true })
        back.push(...page.events.map(({ writer, seq }) => `${writer} ${seq}`))
        older = page.older
      }
      expect([...back, ...on].sort()).toEqual(all.sort())
    }),
    { numRuns: 30 },
  )
})

function goOn(read: (place: LogPlace) => { event: { writer: string; seq: number }; next: LogPlace }[], from: LogPlace) {
  const seen: string[] = []
  let place = from
  for (let steps = read(place); steps.length > 0; steps = read(place)) {
    seen.push(...steps.map(({ event: { writer, seq } }) => `${writer} ${seq}`))
    place = steps.at(-1)?.next ?? place
  }
  return seen
}

test('a place that nobody wrote is none', () => {
  for (const text of ['x', 'a:1', 'a:1:2,', '../a:1:2', 'a:-1:2', 'a:1:2:3', `${'a'.repeat(200)}:1:2`]) {
    expect(parsePlace(text), text).toBeUndefined()
  }
  expect(parsePlace('')).toEqual(new Map())
})

test('a line that is being written is waited for, and a damaged one is passed over', () => {
  const segments = memorySegments()
  const made = openLog(segments, testPorts())
  const draft = { actor: 'cli' as const, type: 'vault.created' as const, data: {} }
  made.append('anna', [draft, draft], zeroUlid)
  const whole = segments.read('anna', 1, 0)
  segments.append('anna', 1, Buffer.from('{"v":1'))
  const input = { segments, toEvent, limit: 10 }
  expect(endOfLog(segments)).toEqual(new Map([['anna', { segment: 1, offset: whole.length }]]))
  expect(readOn({ ...input, place: new Map() })).toHaveLength(2)
  segments.append('anna', 1, Buffer.from('\n'))
  expect(readOn({ ...input, place: new Map() })).toHaveLength(2)
  const cut = new Map([['anna', { segment: 1, offset: 1_000_000 }]])
  expect(readOn({ ...input, place: cut })).toEqual([])
  const page = readBack({ ...input, place: endOfLog(segments), mayBeWanted: () => true, isWanted: () => true })
  expect(page).toMatchObject({ events: [{ seq: 2 }, { seq: 1 }], older: undefined })
})
