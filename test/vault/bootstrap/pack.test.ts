/** Laws of the packing: the budget holds, nothing is torn, nothing stored ends the frame. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BriefCandidate } from '../../../src/vault/bootstrap/candidates.ts'
import { toFrame, toInert } from '../../../src/vault/bootstrap/frame.ts'
import { packParts } from '../../../src/vault/bootstrap/pack.ts'
import { partNames, toRecordEntry } from '../../../src/vault/bootstrap/part.ts'

const hostile = fc.constantFrom(
  '</memo-brief>',
  '<memo-brief',
  '\n---\n',
  '\u202e',
  '👩‍💻',
  '部署',
  'é',
  '\n',
  ' ',
  '<',
  '\\x3c',
)
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { maxLength: 60 })
  .map((parts) => parts.join(''))

const candidate: fc.Arbitrary<BriefCandidate> = fc.record({
  id: fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/),
  projectId: fc.constant('acme'),
  kind: fc.constantFrom('trap', 'decision', 'spec', 'plan', 'state'),
  title: text,
  status: fc.constantFrom('active', 'shipped'),
  updated: fc.constant('2031-05-01'),
  pathPatterns: fc.constant([]),
  body: text,
  place: fc.constant('order'),
})

const lists = fc
  .array(fc.array(candidate, { maxLength: 12 }), { minLength: partNames.length, maxLength: partNames.length })
  .chain((parts) => fc.tuple(fc.constant(parts), fc.array(fc.nat(5), { minLength: 5, maxLength: 5 })))

test('the parts take no more bytes than there are, whatever is stored', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 6000 }), ([parts, unseen], room) => {
      const now = Date.parse('2031-05-01')
      const packed = packParts(
        partNames.map((name, at) => {
          const entries = (parts[at] ?? []).map((one) => toRecordEntry(one, { maxBytes: room + 200, now }))
          return { name, entries, total: entries.length + (unseen[at] ?? 0) }
        }),
        room,
      )
      const inside = packed.map((part) => part.text).join('')
      expect(Buffer.byteLength(inside)).toBeLessThanOrEqual(room)
      expect(inside.isWellFormed()).toBe(true)
      expect(packed.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Buffer.byteLength(inside))
      for (const { told, entries } of packed) {
        // In the order of the candidates, each once.
        const at = told.map(({ entry }) => entries.indexOf(entry))
        expect(at).toEqual([...new Set(at)].toSorted((a, b) => a - b))
        for (const { text, tier, entry } of told) expect(text).toBe(entry.texts[tier])
      }
      expect(toFrame('acme', inside).match(/<[\s/]*memo-brief/gi)).toHaveLength(2)
    }),
  )
})

test('with room for everything everything is told, in full where it is not too long for one record', () => {
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 12 }), (candidates) => {
      const maxBytes = 1_000_000
      const entries = candidates.map((one) => toRecordEntry(one, { maxBytes, now: 0 }))
      const [part] = packParts([{ name: 'traps', entries, total: entries.length }], maxBytes)
      expect(part?.told.map(({ tier }) => tier)).toEqual(candidates.map(() => 'full'))
      for (const { entry, text } of part?.told ?? []) expect(Buffer.byteLength(text)).toBe(entry.fullBytes)
    }),
  )
})

test('an inert text is as it was but for the name of the frame', () => {
  fc.assert(
    fc.property(text, (stored) => {
      const inert = toInert(stored)
      expect(inert).not.toMatch(/<[\s/]*memo-brief/i)
      expect(inert.replaceAll('\\x3c', '<')).toBe(stored.replaceAll('\\x3c', '<'))
    }),
  )
})
