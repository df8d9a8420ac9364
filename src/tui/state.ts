/** What the screen knows, and what can be read off it. */
import type { GotRecord } from '../vault/reading/get.ts'
import type { RelatedResult } from '../vault/reading/related.ts'
import type { SearchResult } from '../vault/reading/search.ts'
import type { TimelineResult } from '../vault/reading/timeline.ts'
import type { Filters, ProjectChoice } from './filters.ts'
import { isSame, type Ref } from './ref.ts'
import { type EditText, toEditText } from './text/edit-text.ts'

export type SearchHit = SearchResult['hits'][number]

/** What was found for what was typed. */
export interface Found extends Omit<SearchResult, 'bumped'> {
  query: string
  filters: Filters
  /** To be highlighted. */
  words: readonly string[]
  /** When it was found: ages are told from then (ms since the epoch). */
  now: number
}

/** What covers a part of the screen until it is left; one may stand on another. */
export type Panel =
  | { name: 'record'; record: GotRecord }
  | { name: 'explain'; hit: SearchHit }
  | { name: 'links'; result: RelatedResult; selected: number }
  | { name: 'timeline'; result: TimelineResult; selected: number }
  | { name: 'help' }
  | { name: 'new' }

export interface Message {
  text: string
  tone: 'info' | 'error'
}

export interface State {
  field: EditText
  /** Where keys go while no panel is open. */
  focus: 'query' | 'list'
  filters: Filters
  /** The projects that a key goes round. */
  places: readonly ProjectChoice[]
  found: Found | undefined
  selected: number
  /** First row of the list that is on the screen. */
  top: number
  /** Hits that are asked for, if not as many as the list has rows. */
  wanted: number
  panels: readonly Panel[]
  /** First line of the text that is on the screen. */
  scroll: number
  /** What was read last, mostly the subject; a record that is not there any more is undefined. */
  looked: { ref: Ref; record: GotRecord | undefined } | undefined
  message: Message | undefined
  /** Raised when the vault has grown. */
  generation: number
  /** The terminal is lent to an editor. */
  isAway: boolean
}

/** Where keys go. */
export type Mode = 'query' | 'list' | Panel['name']

/** At the end of the hits so many more are asked for; while somebody types, no more than the list has rows. */
export const pageOfHits = 60

export function startState(given: { query: string; filters: Filters }): State {
  return {
    field: toEditText(given.query),
    focus: 'query',
    filters: given.filters,
    places: [given.filters.place],
    ...{ found: undefined, selected: 0, top: 0, wanted: 0, panels: [], scroll: 0, looked: undefined },
    ...{ message: undefined, generation: 0, isAway: false },
  }
}

export function panelOf({ panels }: State): Panel | undefined {
  return panels.at(-1)
}

export function modeOf(state: State): Mode {
  return panelOf(state)?.name ?? state.focus
}

/** The records of the list that has the selection, and which one that is. */
export function listOf(state: State): { refs: readonly Ref[]; selected: number } {
  const panel = panelOf(state)
  if (panel?.name === 'links') return { refs: [...panel.result.out, ...panel.result.in], selected: panel.selected }
  if (panel?.name === 'timeline') return { refs: panel.result.entries, selected: panel.selected }
  return { refs: state.found?.hits ?? [], selected: state.selected }
}

/** The record that keys are about. */
export function subjectOf(state: State): Ref | undefined {
  const panel = panelOf(state)
  if (panel?.name === 'record') return panel.record
  if (panel?.name === 'explain') return panel.hit
  const { refs, selected } = listOf(state)
  return refs[selected]
}

/** Whether the list shows what is asked for, not yet what was asked for before. */
export function isAnswered({ found, field, filters }: State): boolean {
  return found?.query === field.text && found.filters === filters
}

/** The text to show: until that of the subject is read, which takes a moment, the one that was there does not flicker. */
export function textOf(state: State): GotRecord | undefined {
  return subjectOf(state) === undefined ? undefined : state.looked?.record
}

/** Whether all that is to be seen is known: what was found for what is typed, and the text of the record that is selected. */
export function isSettled(state: State): boolean {
  const subject = subjectOf(state)
  return isAnswered(state) && (subject === undefined || isSame(subject, state.looked?.ref))
}
