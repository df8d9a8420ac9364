/** From one state of the screen to the next. Pure: what it takes to know more is done elsewhere and comes in as an action. */
import type { GotRecord } from '../vault/reading/get.ts'
import { cycle, everywhere, type FilterName, type ProjectChoice } from './filters.ts'
import { clamp, follow } from './list-window.ts'
import { isSame, type Ref } from './ref.ts'
import { type Found, listOf, type Message, type Panel, pageOfHits, panelOf, type State } from './state.ts'
import type { EditText } from './text/edit-text.ts'

export type Action =
  | { type: 'edited'; edit: (text: EditText) => EditText }
  | { type: 'found'; found: Found }
  | { type: 'looked'; ref: Ref; record: GotRecord | undefined }
  /** By so many rows; `height` of them are on the screen. */
  | { type: 'moved'; by: number; height: number }
  /** The text, by so many lines; `most` of them can be above the screen. */
  | { type: 'scrolled'; by: number; most: number }
  | { type: 'focused'; on: State['focus'] }
  | { type: 'filtered'; by: FilterName }
  | { type: 'placed'; places: readonly ProjectChoice[] }
  | { type: 'opened'; panel: Panel }
  | { type: 'closed' }
  | { type: 'told'; message: Message | undefined }
  | { type: 'grew' }
  | { type: 'left' }
  | { type: 'returned' }

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'edited':
      return edit(state, action.edit)
    case 'found':
      return take(state, action.found)
    case 'looked':
      return look(state, action)
    case 'moved':
      return move(state, action)
    case 'scrolled':
      return { ...state, scroll: clamp(state.scroll + action.by, action.most + 1) }
    case 'focused':
      return { ...state, focus: action.on }
    case 'filtered':
      return anew({ ...state, filters: cycle(state.filters, action.by, state.places) })
    case 'placed':
      return { ...state, places: toRound(state.places, action.places) }
    case 'opened':
      return { ...state, panels: [...state.panels, action.panel], scroll: 0 }
    case 'closed':
      return { ...state, panels: state.panels.slice(0, -1), scroll: 0 }
    case 'told':
      return state.message === action.message ? state : { ...state, message: action.message }
    case 'grew':
      return { ...state, generation: state.generation + 1 }
    case 'left':
      return { ...state, isAway: true }
    case 'returned':
      return { ...state, isAway: false, generation: state.generation + 1 }
  }
}

function edit(state: State, change: (text: EditText) => EditText): State {
  const field = change(state.field)
  return field.text === state.field.text ? { ...state, field } : anew({ ...state, field })
}

/** The place that was searched first, then all, then each project. */
function toRound([first]: readonly ProjectChoice[], named: readonly ProjectChoice[]): ProjectChoice[] {
  const all = [...(first === undefined ? [] : [first]), everywhere, ...named]
  return all.filter(({ label }, index) => all.findIndex((other) => other.label === label) === index)
}

/** Another question: its answer is looked at from the beginning. */
function anew(state: State): State {
  return { ...state, selected: 0, top: 0, scroll: 0, wanted: 0 }
}

/** The selection stays on its record while the list around it changes; who only types is shown the best one. */
function take(state: State, found: Found): State {
  const before = state.found
  const isSameQuestion = before?.query === found.query && before.filters === found.filters
  const isChosen = state.selected > 0 || state.focus === 'list'
  const chosen = isSameQuestion && isChosen ? before.hits[state.selected] : undefined
  const at = chosen === undefined ? -1 : found.hits.findIndex((hit) => isSame(hit, chosen))
  const selected = clamp(at >= 0 ? at : state.selected, found.hits.length)
  return { ...state, found, selected }
}

/** A record that is being read is shown as it is by now. */
function look(state: State, { ref, record }: { ref: Ref; record: GotRecord | undefined }): State {
  const panel = panelOf(state)
  const isOpen = panel?.name === 'record' && record !== undefined && isSame(panel.record, record)
  const panels = isOpen ? [...state.panels.slice(0, -1), { ...panel, record }] : state.panels
  return { ...state, looked: { ref, record }, panels }
}

function move(state: State, { by, height }: { by: number; height: number }): State {
  const { refs, selected: from } = listOf(state)
  const selected = clamp(from + by, refs.length)
  if (selected === from) return state
  const panel = panelOf(state)
  if (panel?.name === 'links' || panel?.name === 'timeline') {
    return { ...state, panels: [...state.panels.slice(0, -1), { ...panel, selected }], scroll: 0 }
  }
  const top = follow(state.top, { selected, height, count: refs.length })
  return { ...state, selected, top, scroll: 0, wanted: enough(state, selected + height) }
}

/** More is asked for before the end of what is there comes into sight. */
function enough({ wanted, found }: State, needed: number): number {
  const hasMore = found !== undefined && found.truncated > 0
  return hasMore && needed >= found.hits.length ? found.hits.length + pageOfHits : wanted
}
