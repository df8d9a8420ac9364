import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/events/log.ts'
import type { EventDraft } from '../../src/events/schema.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { verifyLog } from '../../src/events/verify.ts'
import { hitOn } from '../contracts/event-log.ts'
import { anyActor, anyBody } from '../support/arbitrary-events.ts'
import { memoryStore } from '../support/event-stores.ts'
import { testPorts } from '../support/test-ports.ts'

function openTest() {
  const { segments, lose, write } = memoryStore()
  const log = openLog(segments, testPorts())
  return {
    segments,
    lose,
    write,
    add: (writer: string, ...drafts: EventDraft[]) => log.append(writer, drafts, zeroUlid),
    lines: (writer = 'anna') =>
      segments
        .read(writer, 1, 0)
        .toString()
        .split(/(?<=\n)/),
    findings: () => verifyLog(segments).findings.map(({ line, code }) => `${line} ${code}`),
  }
}

/** A log of anna with as many hits as there are names. */
function openWith(...names: string[]) {
  const opened = openTest()
  opened.add('anna', ...names.map(hitOn))
  return { ...opened, put: (...parts: (string | undefined)[]) => opened.write('anna', 1, parts.join('')) }
}

/** Two branches of anna's chain: the first `common` lines are the same. */
function openForked(common: number, ours: number, theirs: number) {
  const opened = openWith(...Array.from({ length: common }, (_, n) => `c${n}`))
  const start = opened.lines().slice(0, common)
  const branch = (name: string, length: number): string[] => {
    opened.put(...start)
    opened.add('anna', ...Array.from({ length }, (_, n) => hitOn(`${name}${n}`)))
    return opened.lines().slice(common)
  }
  return { ...opened, start, ours: branch('o', ours), theirs: branch('t', theirs) }
}

describe('verifyLog', () => {
  test('finds nothing in an empty log and in a sound one', () => {
    const { add, segments } = openTest()
    expect(verifyLog(segments)).toEqual({ findings: [], totals: { writers: 0, segments: 0, events: 0 } })
    add('anna', hitOn('a'), hitOn('b'))
    add('ben', hitOn('c'))
    expect(verifyLog(segments)).toEqual({ findings: [], totals: { writers: 2, segments: 2, events: 3 } })
  })

  test('finds nothing over the seam of segments, and tells of each', () => {
    const { add, segments } = openTest()
    for (let n = 0; n < 9; n++) {
      const set = { kind: 'note' as const, body: 'x'.repeat(150_000) }
      add('anna', { actor: 'cli', type: 'record.upserted', data: { project: 'shop', id: 'note', set } })
    }
    add('ben', hitOn('b'))
    const told: string[] = []
    const { findings, totals } = verifyLog(segments, (writer, segment) => told.push(`${writer} ${segment}`))
    expect([findings, told]).toEqual([[], ['anna 1', 'anna 2', 'anna 3', 'ben 1']])
    expect(totals).toEqual({ writers: 2, segments: 4, events: 10 })
  })

  test('any byte changed: it names that line', () => {
    const { lines, segments, write } = openWith('a', 'b', 'c')
    const whole = Buffer.from(lines().join(''))
    const lineOf = lines().flatMap((line, n) => Array.from({ length: line.length }, () => n + 1))
    for (let at = 0; at < whole.length; at++) {
      for (const change of [1, 0x2a, 0x80, whole.readUInt8(at) ^ 0x0a, whole.readUInt8(at)]) {
        const flipped = Buffer.from(whole)
        flipped[at] = whole.readUInt8(at) ^ change
        if (flipped.equals(whole)) continue
        write('anna', 1, flipped)
        const [first] = verifyLog(segments).findings
        expect(first, `byte ${at} changed by ${change}`).toMatchObject({
          line: lineOf[at],
          file: 'events/anna/000001.jsonl',
        })
        expect(['damaged', 'torn']).toContain(first?.code)
      }
    }
  })

  test('any byte of any log changed: it names that line, and only that one or the next', () => {
    const bodies = fc.array(fc.tuple(anyBody(), anyActor), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(bodies, fc.nat(), fc.integer({ min: 1, max: 255 }), (drafts, place, change) => {
        const { add, segments, write } = openTest()
        add('anna', ...drafts.map(([body, actor]) => ({ ...body, actor })))
        const bytes = Buffer.from(segments.read('anna', 1, 0))
        const at = place % bytes.length
        const line = bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1
        bytes[at] = bytes.readUInt8(at) ^ change
        write('anna', 1, bytes)
        const found = verifyLog(segments).findings.map((finding) => finding.line)
        expect(found[0]).toBe(line)
        expect(found.every((number) => number <= line + 1)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('cut at any byte: it says that the last line is torn, or nothing at the end of a line', () => {
    const { findings, lines, write } = openWith('a', 'b')
    const whole = lines().join('')
    const first = lines()[0]?.length ?? 0
    for (let length = 1; length < whole.length; length++) {
      write('anna', 1, whole.slice(0, length))
      expect(findings()).toEqual(length === first ? [] : [`${length < first ? 1 : 2} torn`])
    }
  })

  test('names the place exactly', () => {
    const { lines, put, segments } = openWith('a', 'b', 'c')
    const [a, b, c] = lines()
    put(a, 'nonsense\n', b, c)
    expect(verifyLog(segments)).toEqual({
      findings: [
        {
          code: 'damaged',
          file: 'events/anna/000001.jsonl',
          line: 2,
          writer: 'anna',
          segment: 1,
          offset: a?.length,
          message: 'it is not an event line',
        },
      ],
      totals: { writers: 1, segments: 1, events: 3 },
    })
  })

  test('B075 each conflict marker is a finding, and the other branch is a fork', () => {
    const { findings, ours, put, segments, start, theirs } = openForked(1, 2, 1)
    put(...start, '<<<<<<< HEAD\n', ours[0], '=======\n', theirs[0], '>>>>>>> topic\n', ours[1])
    expect(findings()).toEqual(['2 damaged', '4 damaged', '5 fork', '6 damaged'])
    expect(verifyLog(segments).findings[0]?.message).toBe('it is a git conflict marker')
  })

  test('one damaged line is one finding, also when the chain is lost with it', () => {
    const { findings, lines, put } = openWith('a', 'b', 'c', 'd')
    const [a, b, c, d] = lines()
    put(a, b?.replace('"seq":2', '"seq":9'), c, d)
    expect(findings()).toEqual(['2 damaged'])
    put(a, b?.trimEnd(), c, d)
    expect(findings()).toEqual(['2 damaged'])
  })

  test('damage does not hide what is missing further on', () => {
    const { findings, lines, put } = openWith('a', 'b', 'c', 'd', 'e')
    const [a, , c, , e] = lines()
    put(a, 'bad\n', c, e)
    expect(findings()).toEqual(['2 damaged', '4 sequence'])
  })

  test('lines that are missing are a jump in the sequence', () => {
    const { findings, lines, put } = openWith('a', 'b', 'c', 'd')
    const [a, , c, d] = lines()
    put(a, c, d)
    expect(findings()).toEqual(['2 sequence'])
    put(c, d)
    expect(findings()).toEqual(['1 sequence'])
  })

  test('a line that comes too late does not break the chain again', () => {
    const { findings, lines, put } = openWith('a', 'b', 'c', 'd', 'e')
    const [a, , c, d, e] = lines()
    put(a, d, c, e)
    expect(findings()).toEqual(['2 sequence', '3 sequence'])
  })

  test('a missing segment is one finding', () => {
    const { lose, segments, write, lines } = openWith('a', 'b', 'c')
    const [a, b, c] = lines()
    write('anna', 1, `${a}`)
    write('anna', 2, `${b}`)
    write('anna', 3, `${c}`)
    lose('anna', 2)
    expect(verifyLog(segments)).toEqual({
      findings: [
        {
          code: 'sequence',
          file: 'events/anna/000002.jsonl',
          line: 0,
          writer: 'anna',
          segment: 2,
          offset: 0,
          message: 'it is missing',
        },
      ],
      totals: { writers: 1, segments: 2, events: 2 },
    })
  })

  test('only the last line of the last segment can be torn', () => {
    const { segments, write, lines } = openWith('a', 'b')
    const [a = '', b = ''] = lines()
    write('anna', 1, a.trimEnd())
    write('anna', 2, b.trimEnd())
    expect(verifyLog(segments).findings).toMatchObject([
      { code: 'damaged', segment: 1, line: 1, message: 'it has no newline' },
      { code: 'torn', segment: 2, line: 1 },
    ])
  })

  test('a line that continues another chain', () => {
    const { findings, lines, put } = openWith('a', 'b', 'c')
    const [first] = lines()
    const other = openWith('x', 'y', 'z').lines()
    put(first, other[1], other[2])
    expect(findings()).toEqual(['2 chain'])
  })

  test.each([
    ['one behind the other', [0, 1, 'o0', 'o1', 't0', 't1', 't2'], ['5 fork', '6 fork', '7 fork']],
    ['line by line', [0, 1, 'o0', 't0', 'o1', 't1', 't2'], ['4 fork', '6 fork', '7 fork']],
    ['the second longer, then the first again', [0, 1, 'o0', 't0', 't1', 't2', 'o1'], ['4 fork', '5 fork', '6 fork']],
    ['the second from the very start', ['o0', 't0'], ['1 sequence', '2 fork']],
  ])('two branches, %s', (_, order, expected) => {
    const { findings, ours, put, start, theirs } = openForked(2, 2, 3)
    const pick = (name: number | string): string | undefined =>
      typeof name === 'number' ? start[name] : (name.startsWith('o') ? ours : theirs)[Number(name.slice(1))]
    put(...order.map(pick))
    expect(findings()).toEqual(expected)
  })

  test('two chains of one writer from the first line on', () => {
    const { findings, ours, put, theirs } = openForked(0, 2, 2)
    put(...ours, ...theirs)
    expect(findings()).toEqual(['3 fork', '4 fork'])
  })

  test('repeated lines are duplicates, each told once', () => {
    const { findings, lines, put, segments } = openWith('a', 'b', 'c')
    const [a, b, c] = lines()
    put(a, b, b, a, c, c)
    expect(findings()).toEqual(['3 duplicate', '4 duplicate', '6 duplicate'])
    expect(verifyLog(segments).totals.events).toBe(3)
  })

  test('lines of another writer are foreign, and leave the chain alone', () => {
    const { add, findings, lines, put } = openWith('a', 'b')
    add('ben', hitOn('c'))
    const [a, b] = lines()
    put(a, ...lines('ben'), b)
    expect(findings()).toEqual(['2 foreign'])
  })

  test('redacted data is told and is no damage', () => {
    const { add, lines, put, segments } = openWith('a', 'b', 'c')
    const [a, b, c] = lines()
    put(a, b?.replace(/"data":.*/, '"data":{"redacted":"01JQ0000000000000000000009"}}'), c)
    add('anna', hitOn('d'))
    expect(verifyLog(segments)).toMatchObject({
      findings: [
        { code: 'redacted', line: 2, message: 'its data was redacted by the event 01JQ0000000000000000000009' },
      ],
      totals: { events: 4 },
    })
  })

  test('data that its type does not allow is damage, and an unknown type is not', () => {
    const { add, findings } = openWith('a')
    add('anna', { actor: 'cli', type: 'record.dreamt', data: {} } as unknown as EventDraft)
    add('anna', { actor: 'cli', type: 'record.hit', data: { project: 'shop', id: '../x', via: 'get' } }, hitOn('b'))
    expect(findings()).toEqual(['3 damaged'])
  })

  test('never throws, whatever stands there', () => {
    const { lines, segments, write } = openWith('a', 'b', 'c')
    const piece = fc.oneof(fc.constantFrom(...lines(), '\n', '\0\0', '<<<<<<< HEAD\n'), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        write('anna', 1, pieces.join(''))
        const { totals } = verifyLog(segments)
        expect(totals.events).toBeLessThanOrEqual(3)
      }),
      { numRuns: 300 },
    )
  })
})
