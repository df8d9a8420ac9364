/** Which key does what where: the one table behind what the keys do, the foot of the screen and the help. */
import type { KeyHint } from './panels/help-lines.ts'
import type { Mode } from './state.ts'

export type Command =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'textUp'
  | 'textDown'
  | 'open'
  | 'toList'
  | 'toQuery'
  | 'edit'
  | 'copy'
  | 'explain'
  | 'kind'
  | 'sort'
  | 'project'
  | 'time'
  | 'links'
  | 'timeline'
  | 'helpful'
  | 'wrong'
  | 'new'
  | 'help'
  | 'back'
  | 'quit'
  | 'interrupt'

interface FootHint extends KeyHint {
  when: readonly Mode[]
  /** One or two words for the foot of the screen; those without are told by the help alone. */
  foot?: string
}

interface Binding extends FootHint {
  /** By the name of the key, as `toKeyName` gives it. */
  on: { readonly [key: string]: Command }
}

const records: readonly Mode[] = ['list', 'links', 'timeline']
/** Where a text is read and not a list gone through. */
export const reading: readonly Mode[] = ['record', 'explain', 'help']
const about: readonly Mode[] = [...records, 'record']

/** In the order of the foot: what helps to go on stands first. */
const bindings: readonly Binding[] = [
  {
    keys: 'Enter',
    does: 'read the selected record (counts a use)',
    foot: 'open',
    when: ['query', ...records],
    on: { enter: 'open' },
  },
  {
    ...{ keys: 'Tab', does: 'go to the list, where letters are keys (↓ and Esc too)', foot: 'list', when: ['query'] },
    on: { tab: 'toList', down: 'toList', escape: 'toList', pageDown: 'toList' },
  },
  { keys: 'Ctrl-C', does: 'quit', foot: 'quit', when: ['query', 'new'], on: { 'ctrl-c': 'interrupt' } },
  {
    keys: 'Esc',
    does: 'go back',
    foot: 'back',
    when: ['links', 'timeline', ...reading],
    on: { escape: 'back', backspace: 'back', left: 'back' },
  },
  {
    keys: '/',
    does: 'go to the query line (Tab too)',
    foot: 'search',
    when: ['list'],
    on: { '/': 'toQuery', tab: 'toQuery' },
  },
  { keys: '?', does: 'show all keys', foot: 'keys', when: about, on: { '?': 'help' } },
  { keys: 'q', does: 'quit', foot: 'quit', when: [...about, ...reading], on: { q: 'quit', 'ctrl-c': 'interrupt' } },
  { keys: '↑ ↓', does: 'move', when: records, on: { up: 'up', down: 'down' } },
  { keys: 'PgUp PgDn', does: 'move by a screen', when: records, on: { pageUp: 'pageUp', pageDown: 'pageDown' } },
  { keys: 'Home End', does: 'move to the first, the last', when: records, on: { home: 'first', end: 'last' } },
  { keys: 'Space b', does: 'scroll the text', when: records, on: { ' ': 'textDown', b: 'textUp' } },
  {
    ...{ keys: '↑ ↓', does: 'scroll (PgUp, PgDn, Space, b too)', foot: 'scroll', when: reading },
    on: { up: 'up', down: 'down', pageUp: 'textUp', pageDown: 'textDown', ' ': 'textDown', b: 'textUp', home: 'first' },
  },
  { keys: 'e', does: 'edit in $VISUAL or $EDITOR', foot: 'edit', when: about, on: { e: 'edit' } },
  { keys: 'y', does: 'copy the id', foot: 'copy id', when: about, on: { y: 'copy' } },
  { keys: 'l', does: 'show the links of the record, to follow them', foot: 'links', when: about, on: { l: 'links' } },
  { keys: 'g', does: 'show what happened around the record', foot: 'timeline', when: about, on: { g: 'timeline' } },
  {
    keys: 'x',
    does: 'show why the record stands where it does',
    foot: 'explain',
    when: ['list'],
    on: { x: 'explain' },
  },
  { keys: '+', does: 'say that the record helped', foot: 'helped', when: about, on: { '+': 'helpful' } },
  { keys: '-', does: 'say that the record is wrong', foot: 'wrong', when: about, on: { '-': 'wrong' } },
  { keys: 'k', does: 'another kind', foot: 'kind', when: ['list'], on: { k: 'kind' } },
  { keys: 's', does: 'another order', foot: 'sort', when: ['list'], on: { s: 'sort' } },
  { keys: 'p', does: 'another project', foot: 'project', when: ['list'], on: { p: 'project' } },
  { keys: 't', does: 'another span of time', foot: 'time', when: ['list'], on: { t: 'time' } },
  { keys: 'n', does: 'write a new record', foot: 'new', when: ['list'], on: { n: 'new' } },
]

/** What the help shows: every key with the places where it works. */
export const keyHints: readonly KeyHint[] = bindings

/** The command of a key, or undefined where the key means nothing. */
export function commandOf(mode: Mode, key: string): Command | undefined {
  for (const { when, on } of bindings) {
    const command = when.includes(mode) ? on[key] : undefined
    if (command !== undefined) return command
  }
  return undefined
}

/** What the foot of the screen tells. */
export function footHints(mode: Mode): { keys: string; foot: string }[] {
  return bindings.flatMap(({ keys, foot, when }) => (foot !== undefined && when.includes(mode) ? [{ keys, foot }] : []))
}
