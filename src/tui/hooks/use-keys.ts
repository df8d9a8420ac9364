import { type Key, useInput, usePaste } from 'ink'
import { fieldKeys } from '../field-keys.ts'
import { toKeyName } from '../key-name.ts'
import { type Command, commandOf } from '../keys.ts'
import { modeOf } from '../state.ts'
import type { Store } from '../store.ts'
import { insert } from '../text/edit-text.ts'
import { mostTyped, toTyped } from '../typed-ahead.ts'

/** Gives each key to the query line or to a command, by where the keys go when it comes. A form has its own. */
export function useKeys(store: Store, perform: (command: Command) => void, isFormOpen: boolean): void {
  const typing = (): boolean => modeOf(store.get()) === 'query'
  const write = (text: string): void => store.dispatch({ type: 'edited', edit: (field) => insert(field, text) })
  const press = (name: string): void => {
    const command = commandOf(modeOf(store.get()), name)
    const edit = typing() ? fieldKeys[name] : undefined
    if (command !== undefined) perform(command)
    else if (edit !== undefined) store.dispatch({ type: 'edited', edit })
  }
  const take = (text: string): void => {
    // An unmarked paste is no row of keys.
    if (typing()) write(text)
    else if (text.length <= mostTyped) for (const character of text) press(character)
  }
  useInput(
    (input: string, key: Key) => {
      store.dispatch({ type: 'told', message: undefined })
      const name = toKeyName(input, key)
      if (name !== input) press(name)
      else for (const { text, isKey } of toTyped(input)) isKey ? press(text) : take(text)
    },
    { isActive: !isFormOpen },
  )
  useInput(
    (input, key) => {
      if (toKeyName(input, key) === 'ctrl-c') perform('interrupt')
    },
    { isActive: isFormOpen },
  )
  usePaste(
    (text) => {
      if (modeOf(store.get()) === 'list') store.dispatch({ type: 'focused', on: 'query' })
      if (typing()) write(text)
    },
    { isActive: !isFormOpen },
  )
}
