/** The answer of `GET /api/graph`. */
import * as z from 'zod'
import { asOf, isStale, recordKey, recordSummary } from './record-parts.ts'

const { kind, status, title, hits } = recordSummary

const node = z.object({
  ...recordKey,
  ...{ kind, status, title, hits },
  degree: z.int().min(0).describe('links from it and to it, drawn or not'),
})

const edge = z.object({
  source: z.string().describe('project/id of the record that names the other'),
  target: z.string().describe('project/id of the record that is named'),
  types: z.array(z.string()).describe('what the links say; sorted'),
})

export const graphResult = z.object({
  nodes: z.array(node).describe('records, those with most links first'),
  edges: z.array(edge).describe('links between two of them'),
  total: z.int().min(0).describe('how many records are in scope, drawn or not'),
  stale: isStale,
  asOf: asOf.exactOptional(),
})
