import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainStart, decodeLine, encodeLine, redactLine } from '../../src/events/codec.ts'
import { type EventBody, type EventType, eventPayloads, toEvent } from '../../src/events/schema.ts'
import { MemoError } from '../../src/lib/errors.ts'
import { anyActor, anyBody } from '../support/arbitrary-events.ts'

const fields = {
  id: '01JQ0000000000000000000001',
  writer: 'anna',
  seq: 7,
  at: '2031-03-05T10:00:00.000Z',
  actor: 'cli' as const,
  prev: chainStart,
}

function lineOf(body: EventBody): Buffer {
  return Buffer.from(encodeLine({ ...fields, type: body.type }, body.data).text).subarray(0, -1)
}

function decodeError(line: Buffer): MemoError | undefined {
  try {
    decodeLine(line)
  } catch (error) {
    if (error instanceof MemoError) return error
    throw error
  }
  return undefined
}

const hit: EventBody = {
  type: 'record.hit',
  data: { project: 'shop', id: 'cache', via: 'get', query: 'naïve ",\\"data":' },
}

describe('a line', () => {
  test('comes back as it was written, for every type of event', () => {
    const seen = new Set<EventType>()
    fc.assert(
      fc.property(anyBody(), anyActor, (body, actor) => {
        seen.add(body.type)
        const { header, text, headerHash } = encodeLine({ ...fields, actor, type: body.type }, body.data)
        const decoded = decodeLine(Buffer.from(text).subarray(0, -1))
        expect(decoded).toEqual({ header, data: body.data, headerHash })
        expect(toEvent(decoded)).toEqual({ ...header, data: body.data })
      }),
      { numRuns: 500 },
    )
    expect([...seen].sort()).toEqual(Object.keys(eventPayloads).sort())
  })

  test('is one line, whatever its texts hold', () => {
    fc.assert(fc.property(anyBody(), (body) => !lineOf(body).includes(0x0a)))
  })

  test('has its data last, and everything else before it', () => {
    const line = JSON.parse(lineOf(hit).toString())
    expect(Object.keys(line)).toEqual([
      'v',
      'id',
      'writer',
      'seq',
      'at',
      'actor',
      'type',
      'digest',
      'prev',
      'crc',
      'data',
    ])
  })

  test('does not decode with any one bit flipped', () => {
    const line = lineOf(hit)
    for (let at = 0; at < line.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = Buffer.from(line)
        flipped[at] = line.readUInt8(at) ^ (1 << bit)
        expect(decodeError(flipped)?.code, `byte ${at} bit ${bit}`).toBe('INTEGRITY')
      }
    }
  })

  test('does not decode with any byte changed, for every type of event', () => {
    fc.assert(
      fc.property(anyBody(), fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, change) => {
        const line = lineOf(body)
        const index = at % line.length
        line[index] = line.readUInt8(index) ^ change
        expect(decodeError(line)?.code).toBe('INTEGRITY')
      }),
      { numRuns: 500 },
    )
  })

  test('does not decode when it is cut anywhere', () => {
    const line = lineOf(hit)
    for (let length = 0; length < line.length; length++)
      expect(decodeError(line.subarray(0, length))?.code).toBe('INTEGRITY')
  })

  test.each([
    ['<<<<<<< HEAD', 'it is a git conflict marker'],
    ['=======', 'it is a git conflict marker'],
    ['>>>>>>> topic', 'it is a git conflict marker'],
    ['||||||| base', 'it is a git conflict marker'],
    ['', 'it is not an event line'],
    ['{"id":"e1"}', 'it is not an event line'],
    ['\0\0\0', 'it holds NUL bytes'],
    [`\0\0\0${lineOf(hit).toString()}`, 'it holds NUL bytes'],
  ])('B073 B075 says what stands there instead: %j', (line, message) => {
    expect(decodeError(Buffer.from(line))?.message).toBe(message)
  })
})

describe('redacted data', () => {
  function redact(line: Buffer, data: string): Buffer {
    const text = line.toString()
    return Buffer.from(`${text.slice(0, text.indexOf(',"data":'))},"data":${data}}`)
  }

  test('leaves the header and its hash as they were', () => {
    const line = lineOf(hit)
    const redacted = decodeLine(redact(line, '{"redacted":"01JQ0000000000000000000009"}'))
    expect(redacted).toEqual({
      ...decodeLine(line),
      data: { redacted: '01JQ0000000000000000000009' },
    })
    expect(toEvent(redacted).data).toBeUndefined()
  })

  test('keeps the length of the line, whatever it held; what is shorter than the name of the event stays', () => {
    const by = '01JQ0000000000000000000009'
    for (const data of [
      { project: 'p', id: 'i', set: { due: 'x' } },
      { project: 'p', id: 'i', set: { body: 'é 🚀\n'.repeat(99) } },
    ]) {
      const line = Buffer.from(encodeLine({ ...fields, type: 'record.upserted' }, data).text.trimEnd())
      const redacted = redactLine(line, by)
      expect(redacted).toHaveLength(line.length)
      expect(decodeLine(redacted)).toMatchObject({ data: { redacted: by } })
      expect(redactLine(redacted, by).equals(redacted)).toBe(true)
    }
    const short = Buffer.from(
      encodeLine({ ...fields, type: 'record.forgotten' }, { project: 'p', id: 'i' }).text.trimEnd(),
    )
    expect(redactLine(short, by)).toBe(short)
  })

  test.each(['{"redacted":"x","more":1}', '{}', '"redacted"', '["redacted"]', 'null', '{"redacted"'])(
    'is not any other data that does not match its digest: %s',
    (data) => expect(decodeError(redact(lineOf(hit), data))?.code).toBe('INTEGRITY'),
  )
})

describe('toEvent', () => {
  test('leaves the data of an unknown type alone', () => {
    const { header } = encodeLine({ ...fields, type: 'record.dreamt' }, { of: 'sheep' })
    expect(toEvent({ header, data: { of: 'sheep' } })).toEqual({ ...header, data: undefined })
  })

  test.each(['constructor', 'toString', '__proto__'])('does not take %s for a type', (type) => {
    const { header } = encodeLine({ ...fields, type }, {})
    expect(toEvent({ header, data: {} }).data).toBeUndefined()
  })

  test('B051 data that is nested deeper than the stack is damage, not a crash', () => {
    const { header } = encodeLine({ ...fields, type: 'record.upserted' }, {})
    const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
    const data = { project: 'shop', id: 'deep', set: { x: nested } }
    expect(() => toEvent({ header, data })).toThrow(MemoError)
  })

  test('takes data for redacted only where it says nothing else', () => {
    const data = { project: 'shop', id: 'cache', via: 'get', redacted: 'by a newer version' }
    const { header } = encodeLine({ ...fields, type: 'record.hit' }, data)
    expect(toEvent({ header, data }).data).toMatchObject({ project: 'shop', id: 'cache', via: 'get' })
  })

  test('refuses data that its type does not allow', () => {
    const { header } = encodeLine({ ...fields, type: 'record.hit' }, {})
    expect(() => toEvent({ header, data: { project: 'shop', id: '../etc', via: 'get' } })).toThrow(
      /not a valid record.hit/,
    )
  })
})
