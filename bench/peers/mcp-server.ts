/** A program that answers searches through the Model Context Protocol on its standard input and output. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { endWithUs, hasEnded } from './end-with-us.ts'
import type { Command, Server } from './peer.ts'
import { endTree } from './process-tree.ts'

export interface SearchTool {
  name: string
  arguments(query: string): { [name: string]: unknown }
  /** Names of documents out of what the tool answered, best first. */
  read(answer: unknown): string[]
}

export async function startMcpServer({ argv, cwd, env }: Command, tool: SearchTool): Promise<Server> {
  const [command = '', ...args] = argv
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const transport = new StdioClientTransport({ command, args, cwd, env: toStrings(env), stderr: 'ignore' })
  await client.connect(transport)
  const pid = transport.pid ?? undefined
  endWithUs(pid)
  return {
    pid,
    search: async (query) => {
      const answer = await client.callTool({ name: tool.name, arguments: tool.arguments(query) })
      if (answer.isError) throw new Error(textOf(answer.content))
      return tool.read(answer.structuredContent ?? JSON.parse(textOf(answer.content)))
    },
    close: async () => {
      if (pid !== undefined) endTree(pid)
      await client.close()
      hasEnded(pid)
    },
  }
}

function textOf(content: readonly { type: string }[]): string {
  const [first] = content
  return first !== undefined && 'text' in first ? String(first.text) : ''
}

function toStrings(env: NodeJS.ProcessEnv): { [name: string]: string } {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? '']))
}
