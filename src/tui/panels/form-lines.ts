/** How a form looks: a line a field, the text below, what is wrong beside what it is about. Pure. */
import { cutCells, padCells } from '../text/cells.ts'
import type { EditText } from '../text/edit-text.ts'
import { toEditWindow } from '../text/edit-window.ts'
import type { Line, Span } from '../text/line.ts'
import { type SelectableLines, toPointer } from '../text/selectable-lines.ts'
import { wrapLine } from '../text/wrap-line.ts'
import { type FormField, formFields, type RecordForm, type TextField } from './record-form.ts'

export interface FormView {
  width: number
  /** Rows; the text gets those that nothing else needs. */
  height: number
}

const labels: { readonly [field in FormField]: string } = {
  kind: 'Kind',
  title: 'Title',
  tags: 'Tags',
  pathPatterns: 'Paths',
  body: 'Text',
}

const hints: { readonly [field in FormField]: string } = {
  kind: '← → or a letter',
  title: 'else the first line of the text',
  tags: 'with blanks between them',
  pathPatterns: 'files or globs, with commas between them',
  body: 'Markdown',
}

/** Pointer, label and a blank. */
const labelCells = 8

/** The line with the cursor counts as the selected one, so that a screen too low for all shows it. */
export function toFormLines(form: RecordForm, { width, height }: FormView): SelectableLines {
  const head: Line = [{ text: 'New record', style: 'heading' }]
  const below = [...toGeneralTrouble(form, width), ...toFoot(form, width)]
  const above = formFields.filter((field) => field !== 'body').map((field) => toField(form, field, width))
  const taken = 1 + above.flat().length + below.length + toFieldTrouble(form, 'body', width).length
  const body = toBody(form, width, Math.max(1, height - taken))
  const fields = [...above, [...body.lines, ...toFieldTrouble(form, 'body', width)]]
  const before = fields.slice(0, formFields.indexOf(form.focus)).flat().length
  const at = 1 + before + (form.focus === 'body' ? body.at : 0)
  return { lines: [head, ...fields.flat(), ...below], at }
}

function toField(form: RecordForm, field: FormField, width: number): Line[] {
  const room = Math.max(2, width - labelCells)
  const isFocused = form.focus === field
  const shown = field === 'kind' ? toKind(form, isFocused) : toText(form.texts[field], { field, isFocused, room })
  return [[...toLabel(field, isFocused), ...shown], ...toFieldTrouble(form, field, width)]
}

function toLabel(field: FormField, isFocused: boolean): Line {
  const text = padCells(`${toPointer(isFocused)}${labels[field]}`, labelCells)
  return [{ text, style: isFocused ? 'bold' : 'dim' }]
}

function toKind({ kind }: RecordForm, isFocused: boolean): Line {
  if (!isFocused) return [{ text: kind, style: 'code' }]
  return [
    { text: `‹ ${kind} ›`, style: 'selected' },
    { text: `  ${hints.kind}`, style: 'dim' },
  ]
}

interface TextView {
  field: TextField
  isFocused: boolean
  room: number
}

function toText(edit: EditText, { field, isFocused, room }: TextView): Line {
  if (isFocused) return withCursor(edit, room)
  if (edit.text === '') return [toHint(field, room)]
  return [{ text: cutCells(edit.text, room) }]
}

function toHint(field: FormField, room: number): Span {
  return { text: cutCells(hints[field], room), style: 'dim' }
}

function withCursor(edit: EditText, room: number): Line {
  const { before, at, after } = toEditWindow(edit, room)
  return [{ text: before }, { text: at, style: 'selected' }, { text: after }]
}

/** As many lines around the cursor as there are rows, the label beside the first. */
function toBody({ texts: { body }, focus }: RecordForm, width: number, height: number): SelectableLines {
  const room = Math.max(2, width - labelCells)
  const texts = body.text.split('\n')
  const current = body.text.slice(0, body.cursor).split('\n').length - 1
  const from = Math.max(0, Math.min(current - Math.floor(height / 2), texts.length - height))
  const lines = texts.slice(from, from + height).map((text, row): Line => {
    const label: Line = row === 0 ? toLabel('body', focus === 'body') : [{ text: ' '.repeat(labelCells) }]
    if (focus !== 'body' && body.text === '') return [...label, toHint('body', room)]
    if (focus !== 'body' || from + row !== current) return [...label, { text: cutCells(text, room) }]
    const cursor = body.cursor - texts.slice(0, current).join('\n').length - Math.min(1, current)
    return [...label, ...withCursor({ text, cursor }, room)]
  })
  return { lines, at: current - from }
}

function toFieldTrouble({ trouble }: RecordForm, field: FormField, width: number): Line[] {
  if (trouble?.field !== field) return []
  const indent = ' '.repeat(labelCells)
  const lines = wrapLine([{ text: `! ${trouble.message}`, style: 'error' }], Math.max(1, width - labelCells))
  return lines.map((line) => [{ text: indent }, ...line])
}

function toGeneralTrouble({ trouble }: RecordForm, width: number): Line[] {
  if (trouble === undefined || trouble.field !== undefined) return []
  return wrapLine([{ text: `! ${trouble.message}`, style: 'error' }], width)
}

function toFoot({ phase }: RecordForm, width: number): Line[] {
  if (phase === 'saving') return [[{ text: 'Storing …' }]]
  if (phase === 'leaving') return wrapLine([{ text: 'Esc again throws this away; any other key goes on.' }], width)
  return wrapLine([{ text: 'Tab next · Ctrl-S store · Esc leave', style: 'dim' }], width)
}
