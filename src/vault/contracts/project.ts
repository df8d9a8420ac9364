/** The answers of `memo project list`, `bind` and `alias` with `--json`. */
import * as z from 'zod'
import { RecordId } from '../../record/schema.ts'

const changed = z.boolean().describe('false when all this was known already')

const project = z.object({
  id: RecordId.describe('id of the project'),
  name: z.string().describe('what people call it').exactOptional(),
  remote: z.string().describe('its normalised git remote').exactOptional(),
  aliasOf: z
    .string()
    .nullable()
    .describe('the project that this id stands for; null after that was ended')
    .exactOptional(),
  roots: z.array(z.string()).describe('folders that belong to it'),
  records: z.int().min(0).describe('how many records it has'),
})

export const projectsResult = z.object({
  projects: z.array(project).describe('every project that is registered or has records, by id'),
  current: z.string().describe('the project of the working directory'),
})

export const bindResult = z.object({
  project: RecordId.describe('the project'),
  root: z.string().describe('the folder that belongs to it now'),
  alias: z.string().nullable().describe('what the folder was called before, and stands for the project now'),
  changed,
})

export const aliasResult = z.object({
  alias: RecordId.describe('the id that stands for another'),
  project: z.string().nullable().describe('what it stands for now; null after that was ended'),
  changed,
})
