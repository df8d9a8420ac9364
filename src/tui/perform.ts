/** What a key's command does: at once where it only moves about, else as soon as the vault has answered. */
import type { Rating } from '../record/vocabulary.ts'
import { toCopySequence } from './copy.ts'
import { toMessage } from './failure.ts'
import { type Command, reading } from './keys.ts'
import { isSame, nameOf, type Ref } from './ref.ts'
import { isAnswered, modeOf, panelOf, subjectOf } from './state.ts'
import type { Store } from './store.ts'
import type { Verbs } from './verbs.ts'

/** What is on the screen. */
export interface Page {
  /** Rows of the list. */
  list: number
  /** Lines of the text. */
  text: number
  /** Lines of the text that can be above the screen. */
  most: number
}

export interface Performing {
  store: Store
  verbs: Verbs
  /** Lends the terminal to an editor; a sentence about what came of it. */
  edit(ref: Ref): Promise<string>
  write(sequence: string): void
  end(status: number): void
  page: Page
}

/** Status of a process that ended because somebody pressed Ctrl-C: 128 and the number of SIGINT. */
const interrupted = 130

/** More than any list or text has. */
const farAway = 1e9

export function perform(command: Command, how: Performing): void {
  commands[command](how)
}

const commands: { readonly [command in Command]: (how: Performing) => void } = {
  up: (how) => step(-1, how),
  down: (how) => step(1, how),
  pageUp: (how) => moveBy(-how.page.list, how),
  pageDown: (how) => moveBy(how.page.list, how),
  first: (how) => (isReading(how) ? scroll(-farAway, how) : moveBy(-farAway, how)),
  last: (how) => moveBy(farAway, how),
  textUp: (how) => scroll(1 - how.page.text, how),
  textDown: (how) => scroll(how.page.text - 1, how),
  toList: ({ store }) => store.dispatch({ type: 'focused', on: 'list' }),
  toQuery: ({ store }) => store.dispatch({ type: 'focused', on: 'query' }),
  kind: ({ store }) => store.dispatch({ type: 'filtered', by: 'kind' }),
  sort: ({ store }) => store.dispatch({ type: 'filtered', by: 'sort' }),
  time: ({ store }) => store.dispatch({ type: 'filtered', by: 'time' }),
  project: nextProject,
  help: ({ store }) => store.dispatch({ type: 'opened', panel: { name: 'help' } }),
  new: ({ store }) => store.dispatch({ type: 'opened', panel: { name: 'new' } }),
  back: ({ store }) => store.dispatch({ type: 'closed' }),
  quit: ({ end }) => end(0),
  interrupt: ({ end }) => end(interrupted),
  open: about(open),
  edit: about(edit),
  copy: about(copy),
  explain: about(explain),
  links: about(links),
  timeline: about(timeline),
  helpful: about((ref, how) => rate(ref, 'helpful', how)),
  wrong: about((ref, how) => rate(ref, 'wrong', how)),
}

/** What is done with the record that is selected; what goes wrong is told. */
function about(work: (ref: Ref, how: Performing) => Promise<void>): (how: Performing) => void {
  const act = (how: Performing): void => {
    const ref = subjectOf(how.store.get())
    if (ref === undefined) tell(how.store, 'no record is selected')
    else work({ projectId: ref.projectId, id: ref.id }, how).catch(teller(how.store))
  }
  return (how) => whenAnswered(how.store, () => act(how))
}

/**
 * A key may be pressed before the list shows what was typed before it; it is about a record of that list, not of the one
 * that is still there. It is forgotten when something else is asked for meanwhile, or nothing comes.
 */
function whenAnswered({ get, subscribe }: Store, act: () => void): void {
  const asked = get()
  if (panelOf(asked) !== undefined || isAnswered(asked)) {
    act()
    return
  }
  const stop = subscribe(() => {
    const now = get()
    const isOver = now.field.text !== asked.field.text || now.filters !== asked.filters || panelOf(now) !== undefined
    if (!isOver && !isAnswered(now) && now.message?.tone !== 'error') return
    stop()
    if (!isOver && isAnswered(now)) act()
  })
}

async function open(ref: Ref, { store, verbs }: Performing): Promise<void> {
  const record = await verbs.open(ref)
  if (record === undefined) {
    tell(store, `${ref.id} is not there any more`)
    return
  }
  // In the list stands how often it was used.
  store.dispatch({ type: 'grew' })
  store.dispatch({ type: 'opened', panel: { name: 'record', record } })
}

async function edit(ref: Ref, how: Performing): Promise<void> {
  const { store } = how
  store.dispatch({ type: 'left' })
  try {
    tell(store, await how.edit(ref))
  } finally {
    store.dispatch({ type: 'returned' })
  }
}

async function copy(ref: Ref, { store, write }: Performing): Promise<void> {
  write(toCopySequence(ref.id))
  tell(store, `copied ${ref.id}`)
}

async function explain(ref: Ref, { store, verbs }: Performing): Promise<void> {
  const { found, filters } = store.get()
  const hit = await verbs.explain({ query: found?.query ?? '', filters, limit: found?.hits.length ?? 1 }, ref)
  if (hit !== undefined) store.dispatch({ type: 'opened', panel: { name: 'explain', hit } })
}

async function links(ref: Ref, { store, verbs }: Performing): Promise<void> {
  const result = await verbs.links(ref)
  if (result.out.length + result.in.length === 0) tell(store, `${ref.id} has no links`)
  else store.dispatch({ type: 'opened', panel: { name: 'links', result, selected: 0 } })
}

async function timeline(ref: Ref, { store, verbs }: Performing): Promise<void> {
  const result = await verbs.timeline(ref, store.get().filters)
  const selected = Math.max(
    0,
    result.entries.findIndex((entry) => isSame(entry, ref)),
  )
  store.dispatch({ type: 'opened', panel: { name: 'timeline', result, selected } })
}

async function rate(ref: Ref, rating: Rating, { store, verbs }: Performing): Promise<void> {
  await verbs.rate(ref, rating)
  tell(store, `noted that ${nameOf(ref)} ${rating === 'helpful' ? 'helped' : 'is wrong'}`)
  store.dispatch({ type: 'grew' })
}

function step(by: 1 | -1, how: Performing): void {
  if (isReading(how)) scroll(by, how)
  else moveBy(by, how)
}

function scroll(by: number, { store, page: { most } }: Performing): void {
  store.dispatch({ type: 'scrolled', by, most })
}

function moveBy(by: number, { store, page }: Performing): void {
  store.dispatch({ type: 'moved', by, height: page.list })
}

function nextProject({ store, verbs }: Performing): void {
  // Looked up each time: others make projects too.
  verbs
    .places()
    .then(({ all }) => {
      store.dispatch({ type: 'placed', places: all })
      store.dispatch({ type: 'filtered', by: 'project' })
    })
    .catch(teller(store))
}

function isReading({ store }: Performing): boolean {
  return reading.includes(modeOf(store.get()))
}

function tell({ dispatch }: Store, text: string): void {
  dispatch({ type: 'told', message: { text, tone: 'info' } })
}

function teller({ dispatch }: Store): (error: unknown) => void {
  return (error) => dispatch({ type: 'told', message: toMessage(error) })
}
