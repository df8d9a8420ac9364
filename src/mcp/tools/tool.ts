/** What a tool is: one verb of the vault, with the schema of what it takes and of what it answers. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { MemoError } from '../../lib/errors.ts'
import type { Vault } from '../../vault/vault.ts'

export interface ToolContext {
  vault: Vault
  /** The server's working directory, which a call without one of its own stands in. */
  cwd: string
}

export interface Tool {
  name: string
  description: string
  /** What the names of the parameters do not say; the rest is in the references. */
  told: { readonly [parameter: string]: string }
  /** Parameters that are taken and not listed. */
  unshown?: readonly string[]
  /** A call that works, shown in the description. */
  example: { [parameter: string]: unknown }
  input: z.ZodObject
  output: z.ZodType
  annotations: ToolAnnotations
  /** Checks the parameters and runs the verb. Throws USAGE for parameters that are not as they should be. */
  call(context: ToolContext, parameters: unknown): Promise<object>
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'call'> {
  input: Input
  run(parameters: z.infer<Input>, context: ToolContext): Promise<object>
}

export function defineTool<Input extends z.ZodObject>({ run, ...tool }: ToolDefinition<Input>): Tool {
  return { ...tool, call: async (context, parameters) => run(check(tool.input, parameters), context) }
}

/** An agent's parameters are never dropped in silence: a name that is not known fails the call. */
function check<Input extends z.ZodObject>(schema: Input, parameters: unknown): z.infer<Input> {
  const result = schema.safeParse(parameters ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const hint = `parameters are ${Object.keys(schema.shape).join(', ')}`
  throw new MemoError('USAGE', issue === undefined ? 'the parameters are not valid' : toSentence(issue), { hint })
}

function toSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown parameter ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
  const place = issue.path.map(String).join('.')
  return `${place === '' ? '' : `${place}: `}${issue.message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
}
