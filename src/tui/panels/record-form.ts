/** A new record while it is written: its fields, what keys do to them, and what is to be stored. Pure. */
import { type Kind, kindNames } from '../../record/vocabulary.ts'
import { fieldKeys } from '../field-keys.ts'
import { type EditText, insert, moveLine, toEditText } from '../text/edit-text.ts'

/** In the order of the screen. */
export const formFields = ['kind', 'title', 'tags', 'pathPatterns', 'body'] as const
export type FormField = (typeof formFields)[number]
export type TextField = Exclude<FormField, 'kind'>

export interface FormTrouble {
  /** The field that is to be changed, if it is one. */
  field: FormField | undefined
  message: string
}

export interface RecordForm {
  kind: Kind
  texts: { readonly [field in TextField]: EditText }
  focus: FormField
  /** `leaving` asks whether what was written may be lost; after `left` there is nothing more to do. */
  phase: 'editing' | 'saving' | 'leaving' | 'left'
  /** Why it could not be stored. */
  trouble: FormTrouble | undefined
}

/** The fields of a record, as every verb that writes one takes them; empty ones are left out. */
export interface FormRecord {
  kind: Kind
  title?: string
  tags?: string[]
  pathPatterns?: string[]
  body?: string
  [field: string]: unknown
}

export type FormAction =
  | { type: 'pressed'; key: string }
  | { type: 'typed'; text: string }
  | { type: 'failed'; trouble: FormTrouble }

export function startForm(kind: Kind = 'note'): RecordForm {
  const empty = toEditText('')
  const texts = { title: empty, tags: empty, pathPatterns: empty, body: empty }
  return { kind, texts, focus: 'kind', phase: 'editing', trouble: undefined }
}

/** While it is being stored, keys mean nothing. */
export function reduceForm(form: RecordForm, action: FormAction): RecordForm {
  if (action.type === 'failed') {
    const { trouble } = action
    return { ...form, phase: 'editing', trouble, focus: trouble.field ?? form.focus }
  }
  if (form.phase === 'saving' || form.phase === 'left') return form
  if (action.type === 'pressed') return press(form, action.key)
  return type({ ...form, phase: 'editing' }, action.text)
}

export function toFormRecord({ kind, texts }: RecordForm): FormRecord {
  const tags = texts.tags.text.split(/[\s,]+/).filter((tag) => tag !== '')
  const pathPatterns = splitPaths(texts.pathPatterns.text)
  const [title, body] = [texts.title.text.trim(), texts.body.text]
  return {
    kind,
    ...(title !== '' && { title }),
    ...(tags.length > 0 && { tags }),
    ...(pathPatterns.length > 0 && { pathPatterns }),
    ...(body.trim() !== '' && { body }),
  }
}

/** A comma between braces is a part of the pattern. */
function splitPaths(text: string): string[] {
  const parts = text.split(/,(?![^{}]*\})/).map((path) => path.trim())
  return parts.filter((path) => path !== '')
}

function press(form: RecordForm, key: string): RecordForm {
  if (key === 'escape') return { ...form, phase: form.phase === 'leaving' || isEmpty(form) ? 'left' : 'leaving' }
  const going: RecordForm = { ...form, phase: 'editing' }
  if (key === 'ctrl-s') return { ...going, phase: 'saving', trouble: undefined }
  if (key === 'tab') return focusBy(going, 1)
  if (key === 'shift-tab') return focusBy(going, -1)
  if (form.focus === 'kind') return pressInKind(going, key)
  return form.focus === 'body' ? pressInBody(going, key) : pressInText(going, form.focus, key)
}

function isEmpty({ texts }: RecordForm): boolean {
  return Object.values(texts).every(({ text }) => text.trim() === '')
}

function focusBy(form: RecordForm, step: 1 | -1): RecordForm {
  const place = formFields.indexOf(form.focus) + step + formFields.length
  return { ...form, focus: formFields[place % formFields.length] ?? form.focus }
}

function pressInKind(form: RecordForm, key: string): RecordForm {
  if (key === 'left') return kindBy(form, -1)
  if (key === 'right') return kindBy(form, 1)
  if (key === 'up') return focusBy(form, -1)
  return key === 'down' || key === 'enter' ? focusBy(form, 1) : form
}

function kindBy(form: RecordForm, step: number): RecordForm {
  const place = kindNames.indexOf(form.kind) + step + kindNames.length
  return { ...form, kind: kindNames[place % kindNames.length] ?? form.kind }
}

function pressInText(form: RecordForm, field: TextField, key: string): RecordForm {
  if (key === 'up') return focusBy(form, -1)
  if (key === 'down' || key === 'enter') return focusBy(form, 1)
  const edit = fieldKeys[key]
  return edit === undefined ? form : withText(form, field, edit(form.texts[field]))
}

/** Up from the first line leads to the field above. */
function pressInBody(form: RecordForm, key: string): RecordForm {
  const { body } = form.texts
  if (key === 'enter') return withText(form, 'body', insert(body, '\n', { isMultiline: true }))
  if (key !== 'up' && key !== 'down') {
    const edit = fieldKeys[key]
    return edit === undefined ? form : withText(form, 'body', edit(body))
  }
  const moved = moveLine(body, key === 'up' ? -1 : 1)
  return moved === body && key === 'up' ? focusBy(form, -1) : withText(form, 'body', moved)
}

/** In the choice of the kind, a blank means the next one and a letter the next that begins so. */
function type(form: RecordForm, text: string): RecordForm {
  const { focus } = form
  if (focus !== 'kind') {
    return withText(form, focus, insert(form.texts[focus], text, { isMultiline: focus === 'body' }))
  }
  if (text === ' ') return kindBy(form, 1)
  const place = kindNames.indexOf(form.kind)
  const inTurn = [...kindNames.slice(place + 1), ...kindNames.slice(0, place + 1)]
  return { ...form, kind: inTurn.find((kind) => kind.startsWith(text.toLowerCase())) ?? form.kind }
}

function withText(form: RecordForm, field: TextField, edit: EditText): RecordForm {
  return { ...form, texts: { ...form.texts, [field]: edit } }
}
