/** Records as resources: the newest of the project listed, every one readable, names completed. Counts no use. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { toHarmless } from '../lib/harmless.ts'
import { completeId, completeProject } from '../vault/reading/complete.ts'
import { type GotRecord, getRecords } from '../vault/reading/get.ts'
import type { Vault } from '../vault/vault.ts'
import { dataMark } from './answer.ts'
import { fitRecords } from './fit-records.ts'
import type { VaultHost } from './host.ts'
import type { ResourceList } from './resource-list.ts'

/** Clients put a resource into the context as it is; more than this (tokens) some refuse. */
const maxTokens = 20_000

const mimeType = 'text/markdown'

export function registerResources(server: McpServer, host: VaultHost, list: ResourceList): void {
  const template = new ResourceTemplate('memo://{project}/{id}', {
    list: async ({ mcpReq }) => {
      const resources = await host.run((vault) => list.read(vault), mcpReq.signal)
      return { resources: resources.map((resource) => ({ ...resource, mimeType })) }
    },
    complete: {
      project: (beginning) => host.run((vault) => completeProject(vault, beginning)),
      id: (beginning, context) => host.run((vault) => completeId(vault, context?.arguments?.project ?? '', beginning)),
    },
  })
  const about = { title: 'Record', description: 'One record, as Markdown.', mimeType }
  server.registerResource('record', template, about, async (uri, { project, id }, { mcpReq }) => {
    const text = await host.run((vault) => readRecord(vault, `${project}/${id}`), mcpReq.signal)
    if (text === undefined) throw new ResourceNotFoundError(uri.href)
    return { contents: [{ uri: uri.href, mimeType, text }] }
  })
}

async function readRecord(vault: Vault, name: string): Promise<string | undefined> {
  const cwd = vault.paths.root
  const place = { kind: undefined, project: undefined, cwd, session: undefined, lines: undefined }
  const found = await getRecords(vault, { ...place, names: [name], uncounted: true })
  const { records, hint } = fitRecords(found.records, maxTokens)
  const [record] = records
  return record === undefined ? undefined : toText(record, hint)
}

function toText(record: GotRecord, hint: string | undefined): string {
  const { projectId, id, kind, status, updated, body } = record
  const facts = [`${projectId}/${id}`, kind, status, `updated ${updated}`].map((fact) => toHarmless(String(fact)))
  const title = toHarmless(String(record.title))
  const parts = [`# ${title}`, `${facts.join(' · ')}. ${dataMark}`, toHarmless(body, { keepNewlines: true })]
  return [...parts, ...(hint === undefined ? [] : [`(${toHarmless(hint)})`])].join('\n\n')
}
