import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellWidth } from '../../../src/tui/text/cells.ts'
import {
  deleteBack,
  deleteForward,
  deleteToEnd,
  deleteToStart,
  deleteWord,
  type EditText,
  insert,
  moveLeft,
  moveLine,
  moveRight,
  moveToEnd,
  moveToStart,
  moveWordLeft,
  moveWordRight,
  toEditText,
} from '../../../src/tui/text/edit-text.ts'
import { toEditWindow } from '../../../src/tui/text/edit-window.ts'
import { anyText, cleanText } from '../../support/glyphs.ts'

describe('editing a text', () => {
  test('B151 wide characters: left and backspace take whole ones', () => {
    const typed = insert(insert(toEditText(''), '部署'), 'q')
    expect(typed).toEqual({ text: '部署q', cursor: 3 })
    expect(deleteBack(moveLeft(typed))).toEqual({ text: '部q', cursor: 1 })
    expect(deleteBack(toEditText('a👩‍👩‍👧‍👦'))).toEqual({ text: 'a', cursor: 1 })
    expect(deleteForward({ text: 'e\u0301x', cursor: 0 })).toEqual({ text: 'x', cursor: 0 })
  })

  test('B151 a paste in one chunk is one line of text and nothing that a terminal obeys', () => {
    const { text, cursor } = toEditText('a\nb\x1b[31mc'.repeat(375))
    expect(text).toBe('a bc'.repeat(375))
    expect(cursor).toBe(text.length)
    expect(toEditText('x\r\ny\u202ez\x07\u200b\tw').text).toBe('x yz w')
    expect(toEditText('x\r\ny\rz', { isMultiline: true }).text).toBe('x\ny\nz')
  })

  test('words', () => {
    const edit = toEditText('one 部署  three ')
    expect(deleteWord(edit).text).toBe('one 部署  ')
    expect(deleteWord(deleteWord(edit)).text).toBe('one ')
    expect(moveWordRight({ text: 'one two', cursor: 1 }).cursor).toBe(3)
    expect(moveWordLeft({ text: 'one two', cursor: 5 }).cursor).toBe(4)
    expect(moveWordLeft({ text: '  ', cursor: 2 }).cursor).toBe(0)
  })

  test('lines: start and end are those of the line, up and down keep the cell', () => {
    const edit: EditText = { text: 'abcd\n部署\nxyz', cursor: 3 }
    expect(moveLine(edit, 1).cursor).toBe(6)
    expect(moveLine(moveLine(edit, 1), 1).cursor).toBe(10)
    expect(moveLine(moveLine(edit, 1), -1).cursor).toBe(2)
    expect(moveLine(edit, -1)).toBe(edit)
    expect(moveToEnd(edit).cursor).toBe(4)
    expect(deleteToStart({ text: 'ab\ncd', cursor: 4 })).toEqual({ text: 'ab\nd', cursor: 3 })
    expect(deleteToEnd({ text: 'ab\ncd', cursor: 1 })).toEqual({ text: 'a\ncd', cursor: 1 })
  })

  test('B151 any sequence of edits equals that of a list of glyphs', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        let edit = toEditText('')
        let twin: Twin = { glyphs: [], before: 0 }
        for (const step of steps) {
          edit = run(edit, step)
          twin = runTwin(twin, step)
          expect(edit.text).toBe(twin.glyphs.join(''))
          expect(edit.text.slice(0, edit.cursor)).toBe(twin.glyphs.slice(0, twin.before).join(''))
        }
      }),
    )
  })

  test('B151 the window of a field holds the cursor and never more than the field', () => {
    fc.assert(
      fc.property(cleanText, fc.nat(40), fc.integer({ min: 2, max: 20 }), (text, steps, width) => {
        let edit = toEditText(text)
        for (let step = 0; step < steps; step++) edit = moveLeft(edit)
        const { before, at, after, cell } = toEditWindow(edit, width)
        expect(cellWidth(before)).toBe(cell)
        expect(cell + cellWidth(at) + cellWidth(after)).toBeLessThanOrEqual(width)
        expect(edit.text.slice(0, edit.cursor).endsWith(before)).toBe(true)
        expect(`${edit.text.slice(edit.cursor)} `.startsWith(at + after)).toBe(true)
      }),
    )
  })

  test('whatever is typed, nothing of it is obeyed', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(toEditText(typed).text).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

const moves = { moveLeft, moveRight, moveToStart, moveToEnd, deleteBack, deleteForward, deleteToStart, deleteToEnd }

type Step = keyof typeof moves | { typed: string }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])),
  fc.record({ typed: cleanText.map((text) => text.slice(0, 12).toWellFormed().replaceAll('\ufffd', '')) }),
)

function run(edit: EditText, step: Step): EditText {
  return typeof step === 'string' ? moves[step](edit) : insert(edit, step.typed)
}

interface Twin {
  glyphs: string[]
  before: number
}

function runTwin({ glyphs, before }: Twin, step: Step): Twin {
  const [head, tail] = [glyphs.slice(0, before), glyphs.slice(before)]
  if (typeof step !== 'string') return join([...head, step.typed], tail)
  if (step === 'moveLeft') return { glyphs, before: Math.max(0, before - 1) }
  if (step === 'moveRight') return { glyphs, before: Math.min(glyphs.length, before + 1) }
  if (step === 'moveToStart') return { glyphs, before: 0 }
  if (step === 'moveToEnd') return { glyphs, before: glyphs.length }
  if (step === 'deleteBack') return join(head.slice(0, -1), tail)
  if (step === 'deleteForward') return join(head, tail.slice(1))
  return step === 'deleteToStart' ? join([], tail) : join(head, [])
}

/** Glyphs that meet may become one; then the cursor is behind it. */
function join(head: string[], tail: string[]): Twin {
  const segments = [...new Intl.Segmenter(undefined).segment([...head, ...tail].join(''))]
  const place = head.join('').length
  const before = segments.filter(({ index }) => index < place).length
  return { glyphs: segments.map(({ segment }) => segment), before }
}
