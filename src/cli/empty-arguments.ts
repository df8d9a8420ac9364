/** What names a file, a record or an address, and is empty: most often a variable of a script that was never set. */
import { MemoError } from '../lib/errors.ts'

/** As oclif has them, only what is asked for here; it leaves `flags` out of a command that has none of its own. */
export interface ArgumentForm {
  required?: boolean
}

export interface FlagForm {
  helpValue?: string | readonly string[]
}

export interface Forms {
  args: { readonly [name: string]: ArgumentForm }
  flags?: { readonly [name: string]: object }
  /** Arguments that may be empty although they are required. */
  takesEmpty?: readonly string[]
}

export interface Given {
  args: { readonly [name: string]: unknown }
  flags: { readonly [name: string]: unknown }
}

/** Flags that name a file or an address say so in their help. */
const naming: readonly unknown[] = ['FILE', 'PATH', 'NAME|ADDRESS'] satisfies FlagForm['helpValue'][]

/** Throws USAGE for the first empty argument that a command cannot do without, or empty flag that names something. */
export function assertFilled({ args, flags = {}, takesEmpty = [] }: Forms, given: Given): void {
  const required = Object.keys(args).filter((name) => args[name]?.required === true && !takesEmpty.includes(name))
  const argument = required.find((name) => isEmpty(given.args[name]))
  if (argument !== undefined) throw refuse(`the argument ${argument.toUpperCase()}`)
  const flag = Object.keys(flags).find((name) => isNaming(flags[name]) && isEmpty(given.flags[name]))
  if (flag !== undefined) throw refuse(`--${flag}`)
}

function isNaming(form: FlagForm | undefined): boolean {
  return naming.includes(form?.helpValue)
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''))
}

function refuse(what: string): MemoError {
  return new MemoError('USAGE', `${what} is empty`, { hint: 'a variable that is not set?' })
}
