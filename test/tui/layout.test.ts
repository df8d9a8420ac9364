import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLayout } from '../../src/tui/layout.ts'
import { follow } from '../../src/tui/list-window.ts'

test('the text stands beside the list from 100 columns on, below it with less, and nowhere where there is no room', () => {
  expect(toLayout({ columns: 100, rows: 30 })?.preview?.at).toBe('right')
  expect(toLayout({ columns: 99, rows: 30 })?.preview?.at).toBe('below')
  expect(toLayout({ columns: 40, rows: 12 })?.preview).toMatchObject({ at: 'below', height: 4 })
  expect(toLayout({ columns: 20, rows: 5 })).toMatchObject({
    preview: undefined,
    list: { height: 3 },
    hasStatus: false,
  })
  expect(toLayout({ columns: 19, rows: 50 })).toBeUndefined()
  expect(toLayout({ columns: 50, rows: 4 })).toBeUndefined()
})

test('the parts fill the screen', () => {
  const size = fc.record({ columns: fc.integer({ min: 20, max: 400 }), rows: fc.integer({ min: 5, max: 200 }) })
  fc.assert(
    fc.property(size, ({ columns, rows }) => {
      const layout = toLayout({ columns, rows })
      if (layout === undefined) throw new Error('there is room')
      const { body, list, preview, hasStatus } = layout
      expect(body).toEqual({ width: columns, height: rows - (hasStatus ? 3 : 2) })
      if (preview?.at === 'right') {
        expect(list.width + 1 + preview.width).toBe(columns)
        expect([list.height, preview.height]).toEqual([body.height, body.height])
      } else {
        expect(list.width).toBe(columns)
        expect(list.height + (preview === undefined ? 0 : 1 + preview.height)).toBe(body.height)
      }
    }),
  )
})

test('the selected row is on the screen, and no row is left empty that could be filled', () => {
  const list = fc
    .record({ count: fc.integer({ min: 1, max: 60 }), height: fc.integer({ min: 1, max: 20 }) })
    .chain(({ count, height }) =>
      fc.record({
        ...{ count: fc.constant(count), height: fc.constant(height) },
        ...{ selected: fc.integer({ min: 0, max: count - 1 }), top: fc.integer({ min: 0, max: 80 }) },
      }),
    )
  fc.assert(
    fc.property(list, ({ top, ...at }) => {
      const shown = follow(top, at)
      expect(shown).toBeGreaterThanOrEqual(0)
      expect(at.selected - shown).toBeGreaterThanOrEqual(0)
      expect(at.selected - shown).toBeLessThan(at.height)
      expect(shown).toBeLessThanOrEqual(Math.max(0, at.count - at.height))
      expect(follow(shown, at)).toBe(shown)
    }),
  )
})
