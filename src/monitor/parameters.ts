/** Parameters of an address as a zod object reads them: each once, or a list, as its schema says. */
import * as z from 'zod'
import { MemoError } from '../lib/errors.ts'

/** A shape of parameters; every one of them is optional and arrives as text. */
export type Parameters = z.ZodObject<z.ZodRawShape>

/** Given more than once, or as a list with commas. */
export function words<Item extends z.ZodType>(item: Item) {
  return z.preprocess((given) => toList(given).flatMap((text) => text.split(',')), z.array(item)).optional()
}

/** Given more than once. */
export function repeated<Item extends z.ZodType>(item: Item) {
  return z.preprocess(toList, z.array(item)).optional()
}

const digits = z
  .string()
  .regex(/^\d{1,9}$/, 'is not a whole number')
  .transform(Number)

export function count({ min = 1, max }: { min?: number; max: number }) {
  return digits.pipe(z.int().min(min, `is less than ${min}`).max(max, `is more than ${max}`))
}

/** @param usual what it is when nobody says */
export function oneOf<const Word extends string>(known: readonly Word[], usual: NoInfer<Word>, about: string) {
  return z
    .enum(known)
    .default(usual)
    .describe(`${about}: ${known.join(', ')} (${usual})`)
}

/** `?name`, `?name=true`, `?name=1`. */
export const yes = z
  .enum(['', 'true', 'false', '1', '0'], 'is neither true nor false')
  .transform((word) => word !== 'false' && word !== '0')
  .default(false)

/** Throws USAGE, naming the parameter, for one that is unknown, malformed, or given twice. */
export function readParameters<Shape extends Parameters>(schema: Shape, search: URLSearchParams): z.infer<Shape> {
  const given = new Map<string, string[]>()
  for (const [name, value] of search) given.set(name, [...(given.get(name) ?? []), value])
  const unknown = [...given.keys()].find((name) => !Object.hasOwn(schema.shape, name))
  if (unknown !== undefined) {
    const known = Object.keys(schema.shape).join(', ')
    throw new MemoError('USAGE', `there is no parameter ${JSON.stringify(unknown)} here`, {
      hint: known === '' ? 'this route takes none' : `there are ${known}`,
    })
  }
  const raw = Object.fromEntries([...given].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  throw toUsage(read.error, given)
}

function toList(given: unknown): string[] {
  return given === undefined ? [] : [given].flat().map(String)
}

function toUsage({ issues }: z.ZodError, given: ReadonlyMap<string, readonly string[]>): MemoError {
  const [issue] = issues
  const name = String(issue?.path[0])
  if (issue?.code === 'invalid_type' && (given.get(name)?.length ?? 0) > 1) {
    return new MemoError('USAGE', `${name} is given more than once`)
  }
  const message = issue?.message ?? 'is malformed'
  return new MemoError('USAGE', `${name}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`)
}
