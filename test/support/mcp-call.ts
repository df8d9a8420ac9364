/** A tool called without a connection: its answer as a client would get it. */
import { toAnswer, toFailureAnswer } from '../../src/mcp/answer.ts'
import { tools } from '../../src/mcp/tools/table.ts'
import type { Vault } from '../../src/vault/vault.ts'

export interface ToolAnswer {
  isError: boolean
  /** What a client shows that knows no structured answers. */
  text: string
  /** The same, parsed. */
  answer: { [field: string]: unknown }
}

/** In the folder of the vault, which is no project; tests name theirs. */
export async function callTool(
  vault: Vault,
  name: string,
  parameters: object,
  cwd = vault.paths.root,
): Promise<ToolAnswer> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  const result = await tool
    .call({ vault, cwd }, JSON.parse(JSON.stringify(parameters)))
    .then((value) => toAnswer(value, tool), toFailureAnswer)
  const [block] = result.content
  const text = block?.type === 'text' ? block.text : ''
  return { isError: result.isError === true, text, answer: JSON.parse(text) }
}
