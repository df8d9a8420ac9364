/** Keys by one name each, however the terminal tells of them. */
import type { Key } from 'ink'

/**
 * `up`, `enter`, `ctrl-c`, or the text that was typed; several characters that came at once are one text. Empty for a key
 * that means nothing here.
 */
export function toKeyName(input: string, key: Key): string {
  const named = names.find((name) => key[name] === true)
  if (named !== undefined) return renamed[named] ?? plain(named)
  if (key.ctrl) return input === '' ? '' : `ctrl-${input}`
  if (key.meta) return input === '' ? '' : `alt-${input}`
  return input
}

const names = [
  ...(['upArrow', 'downArrow', 'leftArrow', 'rightArrow', 'pageUp', 'pageDown', 'home', 'end'] as const),
  ...(['return', 'escape', 'tab', 'backspace', 'delete'] as const),
] as const

const renamed: { readonly [name in (typeof names)[number]]?: string } = { return: 'enter' }

function plain(name: string): string {
  return name.replace(/Arrow$/, '')
}
