/** One server of the protocol, with every tool, resource and prompt; made anew for each connection. */
import { McpServer } from '@modelcontextprotocol/server'
import { toAnswer, toFailureAnswer } from './answer.ts'
import type { VaultHost } from './host.ts'
import { instructions } from './instructions.ts'
import { toAdvertised, toInputJson, toOutputJson } from './schemas.ts'
import { tools } from './tools/table.ts'
import type { Tool } from './tools/tool.ts'

export function makeServer(host: VaultHost, version: string): McpServer {
  const server = new McpServer({ name: 'memo', version }, { instructions })
  for (const tool of tools) register(server, tool, host)
  return server
}

function register(server: McpServer, tool: Tool, host: VaultHost): void {
  const { name, annotations } = tool
  server.registerTool(name, { ...advertise(tool), annotations }, async (parameters, { mcpReq }) => {
    try {
      return toAnswer(await host.run((vault) => tool.call({ vault, cwd: host.cwd }, parameters), mcpReq.signal))
    } catch (error) {
      return toFailureAnswer(error)
    }
  })
}

type Advertised = ReturnType<typeof toAdvertisement>
const advertised = new WeakMap<Tool, Advertised>()

/** Made once: over HTTP each request has a server of its own. */
function advertise(tool: Tool): Advertised {
  const made = advertised.get(tool) ?? toAdvertisement(tool)
  advertised.set(tool, made)
  return made
}

function toAdvertisement(tool: Tool) {
  return {
    description: `${tool.description} E.g. ${JSON.stringify(tool.example)}`,
    inputSchema: toAdvertised(toInputJson(tool.input, tool)),
    outputSchema: toAdvertised(toOutputJson(tool.output)),
  }
}
