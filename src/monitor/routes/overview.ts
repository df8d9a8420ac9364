/** `/api/projects`, `/api/graph`, `/api/status`, `/api/doctor`: what is there, how it hangs together, how it is. */
import * as z from 'zod'
import { examineVault } from '../../vault/doctor/examine.ts'
import { getProjects } from '../../vault/projects.ts'
import { getGraph } from '../../vault/reading/graph.ts'
import { getStatus } from '../../vault/status/status.ts'
import { count, yes } from '../parameters.ts'
import { scopeParameters, toScope } from '../scope.ts'
import { route } from './route.ts'

export const projectList = route({
  path: '/api/projects',
  summary: 'Lists projects.',
  parameters: z.object({}),
  answer: 'project-list',
  respond: (vault, { cwd }) => getProjects(vault, cwd),
})

export const graph = route({
  path: '/api/graph',
  summary: 'Gives records and the links between them, to be drawn.',
  parameters: z.object({
    ...scopeParameters,
    includeEphemeral: yes.describe('scratch records, prompts, sessions and logs too'),
    limit: count({ max: 5000 })
      .default(500)
      .describe('how many records, those with most links first, up to 5000 (500)'),
  }),
  answer: 'graph',
  respond: (vault, { query, cwd }) => {
    const { includeEphemeral, limit } = query
    return getGraph(vault, { ...toScope(query, { now: vault.ports.now(), cwd }), includeEphemeral, limit })
  },
})

export const status = route({
  path: '/api/status',
  summary: 'Tells the state of the vault in one look, the index as it is.',
  parameters: z.object({ project: z.string().min(1).optional().describe('tell of this project') }),
  answer: 'status',
  respond: (vault, { query, cwd }) => getStatus(vault, { project: query.project, cwd, isRefreshed: false }),
})

export const doctor = route({
  path: '/api/doctor',
  summary: 'Gives the findings of memo doctor, at most half a minute old; mends nothing.',
  parameters: z.object({}),
  answer: 'doctor',
  cachedMs: 30_000,
  respond: async (vault) => ({ vault: vault.paths.root, ...(await examineVault(vault, { deep: false })) }),
})
