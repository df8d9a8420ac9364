import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { cellWidth, cutCells, padCells, toGlyphs } from '../../../src/tui/text/cells.ts'
import { anyText } from '../../support/glyphs.ts'

describe('cells', () => {
  test.each([
    ['plain', 5],
    ['部署方案说明', 12],
    ['🚀 launch ✅', 12],
    ['각주', 4],
    ['\u1100\u1161\u11a8주', 4],
    ['e\u0301te\u0301', 3],
    ['👩‍👩‍👧‍👦 and 🇩🇪', 9],
    ['שלום', 4],
    ['ﾊﾟ', 2],
  ])('B146 %s takes %i cells', (text, width) => {
    expect(cellWidth(text)).toBe(width)
  })

  test('B146 cutting never splits a wide character', () => {
    expect(cutCells('部署方案', 5)).toBe('部署…')
    expect(cutCells('部署方案', 4)).toBe('部…')
    expect(padCells('部署方案', 4)).toBe('部… ')
    expect(cutCells('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…')
    expect(cutCells('wide', 0)).toBe('')
  })

  test('what a terminal would obey, and marks that nothing carries, take no part', () => {
    expect(cutCells('a\x1b[31mb', 20)).toBe('a\\x1b[31mb')
    expect(cutCells('\u202eabc', 20)).toBe('\\u202eabc')
    expect(padCells('\u0301x', 2)).toBe('x ')
  })

  test('B146 any text is padded to exactly its width, of whole glyphs of it', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, width) => {
        const padded = padCells(text, width)
        expect(cellWidth(padded)).toBe(width)
        expect(stringWidth(padded)).toBe(width)
        const kept = padded.replace(/…? *$/, '')
        const glyphs = [...toGlyphs(text)].map((glyph) => glyph.text).join('')
        expect(glyphs.startsWith(kept)).toBe(true)
      }),
    )
  })

  test('cutting what fits changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = cutCells(text, Number.POSITIVE_INFINITY)
        expect(cutCells(shown, cellWidth(shown))).toBe(shown)
      }),
    )
  })
})
