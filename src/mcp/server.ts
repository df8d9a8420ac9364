/** One server of the protocol, with every tool, resource and prompt; made anew for each connection. */
import { McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { plural } from '../lib/plural.ts'
import { stopPoint } from '../lib/stop-point.ts'
import { refresh } from '../vault/refresh.ts'
import type { Vault } from '../vault/vault.ts'
import { toAnswer, toFailureAnswer } from './answer.ts'
import type { VaultHost } from './host.ts'
import { instructions } from './instructions.ts'
import { toProgress } from './progress.ts'
import type { ResourceList } from './resource-list.ts'
import { registerResources } from './resources.ts'
import { toAdvertised, toInputJson, toOutputJson } from './schemas.ts'
import { tools } from './tools/table.ts'
import type { Tool } from './tools/tool.ts'

export interface Served {
  host: VaultHost
  resources: ResourceList
  /** Of this program. */
  version: string
}

export function makeServer({ host, resources, version }: Served): McpServer {
  const server = new McpServer({ name: 'memo', title: 'memo', version }, { instructions })
  for (const tool of tools) {
    const { name, annotations } = tool
    server.registerTool(name, { ...advertise(tool), annotations }, (parameters, context) =>
      answer(tool, parameters, host, context),
    )
  }
  registerResources(server, host, resources)
  server.registerPrompt('workflow', { description: 'How to work with this memory.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: instructions } }],
  }))
  return server
}

async function answer(tool: Tool, parameters: unknown, host: VaultHost, context: ServerContext) {
  const tellProgress = toProgress(context)
  try {
    if (host.load > 0) tellProgress(`waiting for ${plural(host.load, 'call')}`)
    const { annotations } = tool
    const { signal } = context.mcpReq
    const work = async (vault: Vault): Promise<object> => {
      tellProgress('working')
      vault.onFold = (events) => tellProgress(`taking in the log: ${plural(events, 'event')}`)
      try {
        // Reading verbs do it themselves; a write begins with a look at an index that may be gone by now.
        if (!annotations.readOnlyHint) await refresh(vault, 'none')
        await stopPoint(vault.cancelled)
        return await tool.call({ vault, cwd: host.cwd, project: host.project }, parameters)
      } finally {
        vault.onFold = undefined
      }
    }
    return toAnswer(await host.run(work, signal), tool)
  } catch (error) {
    return await toFailureAnswer(error)
  }
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
    inputSchema: toAdvertised(() => toInputJson(tool.input, tool)),
    outputSchema: toAdvertised(() => toOutputJson(tool.output)),
  }
}
