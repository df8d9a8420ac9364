/** What another program gives by name, checked before anything is done with it. Loads the schema library. */
import type * as z from 'zod'
import { MemoError } from '../lib/errors.ts'
import { assertNoReservedKey } from './reserved-key.ts'

/**
 * The values as the schema has them. What an agent or a program says is never dropped in silence: a name that is not
 * known fails the call. Throws USAGE with the names that there are.
 * @param noun what the caller calls such a value: parameter, option
 */
export function checkNamed<Schema extends z.ZodObject>(schema: Schema, values: unknown, noun: string): z.infer<Schema> {
  // The schema library leaves such keys out.
  assertNoReservedKey(values)
  const result = schema.safeParse(values ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const hint = `${noun}s are ${Object.keys(schema.shape).join(', ')}`
  throw new MemoError('USAGE', issue === undefined ? `the ${noun}s are not valid` : toSentence(issue, noun), { hint })
}

function toSentence(issue: z.core.$ZodIssue, noun: string): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown ${noun} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
  const place = issue.path.map(String).join('.')
  return `${place === '' ? '' : `${place}: `}${issue.message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
}
