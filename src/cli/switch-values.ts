/** Flags that take no value: whether one is set, and the refusal of a value behind one. */
import { MemoError } from '../lib/errors.ts'

export interface FlagForm {
  type: 'boolean' | 'option'
  aliases?: readonly string[]
}

/** The arguments among which flags may stand: those in front of `--`. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

/** Whether a switch of every command is set, for what does not see the parsed flags. */
export function isSwitched(argv: readonly string[], written: string): boolean {
  return beforeDashes(argv).includes(written)
}

/** Throws USAGE for `--all=false`: oclif would set the flag and take `false` for an argument of the command. */
export function assertNoSwitchValue(argv: readonly string[], flags: { readonly [name: string]: FlagForm }): void {
  const switches = toWritten(flags, 'boolean')
  const options = toWritten(flags, 'option')
  const said = beforeDashes(argv)
  // What follows an option is its value, however it looks.
  const wrong = said.find((word, index) => switches.has(nameOf(word)) && !options.has(said[index - 1] ?? ''))
  if (wrong === undefined) return
  const name = nameOf(wrong)
  throw new MemoError('USAGE', `${name} takes no value`, { hint: `write ${name} alone, or leave it out` })
}

/** The part in front of the `=`; empty where there is none. */
function nameOf(word: string): string {
  return word.slice(0, Math.max(0, word.indexOf('=')))
}

function toWritten(flags: { readonly [name: string]: FlagForm }, type: FlagForm['type']): Set<string> {
  const names = Object.entries(flags).flatMap(([name, form]) =>
    form.type === type ? [name, ...(form.aliases ?? [])] : [],
  )
  return new Set(names.flatMap((name) => (type === 'boolean' ? [`--${name}`, `--no-${name}`] : [`--${name}`])))
}
