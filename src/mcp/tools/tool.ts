/** What a tool is: one verb of the vault, with the schema of what it takes and of what it answers. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { checkNamed } from '../../record/check-named.ts'
import type { Vault } from '../../vault/vault.ts'

export interface ToolContext {
  vault: Vault
  /** The server's working directory, which a call without one of its own stands in. */
  cwd: string
  /** The project that the server was started for, if it was told one. */
  project?: string | undefined
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
  /** Whether an answer says that there was nothing to give, which a client shall not take for data. */
  isMiss?: (answer: { [field: string]: unknown }) => boolean
  /** Checks the parameters and runs the verb. Throws USAGE for parameters that are not as they should be. */
  call(context: ToolContext, parameters: unknown): Promise<object>
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'call'> {
  input: Input
  run(parameters: z.infer<Input>, context: ToolContext): Promise<object>
}

export function defineTool<Input extends z.ZodObject>({ run, ...tool }: ToolDefinition<Input>): Tool {
  return { ...tool, call: async (context, parameters) => run(checkNamed(tool.input, parameters, 'parameter'), context) }
}
