/** Queries with their right answers, one JSON object a line: the one schema, and reading and writing of such files. */
import * as z from 'zod'
import { MemoError } from '../../lib/errors.ts'
import { isJsonObject } from '../../lib/json-object.ts'
import { decodeUtf8 } from '../../lib/utf8.ts'
import type { Labels } from '../../retrieval/evaluation/metrics.ts'

const Name = z.string().trim().min(1, { error: 'must not hold an empty name' })
const Grade = z.number({ error: 'grades must be numbers' }).min(0, { error: 'grades must be 0 or more' })

export const LabelledLine = z
  .strictObject({
    query: z.string({ error: 'must be text' }).trim().min(1, { error: 'must not be empty' }),
    relevant: z.union([z.array(Name), z.record(Name, Grade)], { error: 'must be a list of ids, or ids with grades' }),
    unanswerable: z.literal(true, { error: 'must be true, or left out' }),
    project: z.union([Name, z.array(Name).min(1)], { error: 'must be a project, a list of them, or "*" for all' }),
  })
  .partial({ relevant: true, unanswerable: true, project: true })
export type LabelledLine = z.infer<typeof LabelledLine>

export interface LabelledQuery {
  /** Number of its line, from 1. */
  line: number
  query: string
  /** By id or `project/id`. Empty if the query has no answer, else at least one is above 0. */
  labels: Labels
  /** Where to search, if not where the call says. */
  projects: readonly string[] | 'all' | undefined
}

/** Every line, or USAGE with the first line and field that are wrong. `source` is the name of the file, for messages. */
export async function readLabelledQueries(
  lines: AsyncIterable<string | Uint8Array>,
  source: string,
): Promise<LabelledQuery[]> {
  const queries: LabelledQuery[] = []
  let number = 0
  for await (const line of lines) {
    number += 1
    const text = typeof line === 'string' ? line : decodeUtf8(line)
    if (text === undefined) throw toBadLine(source, number, 'is not valid UTF-8')
    if (text.trim() !== '') queries.push(toQuery(parse(text, source, number), source, number))
  }
  if (queries.length === 0) throw new MemoError('USAGE', `${source} holds no query`)
  return queries
}

function parse(text: string, source: string, number: number): LabelledLine {
  const value = parseJson(text)
  if (value === undefined) throw toBadLine(source, number, 'is not a JSON object')
  const { data, error } = LabelledLine.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') throw toBadLine(source, number, `has an unknown field "${issue.keys[0]}"`)
  const field = issue?.path.join('.') ?? ''
  throw toBadLine(source, number, `${field === '' ? '' : `field "${field}" `}${issue?.message ?? 'is wrong'}`)
}

function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function toQuery({ query, relevant, unanswerable, project }: LabelledLine, source: string, line: number) {
  const labels = new Map(Array.isArray(relevant) ? relevant.map((name) => [name, 1]) : Object.entries(relevant ?? {}))
  const hasAnswer = [...labels.values()].some((grade) => grade > 0)
  if (hasAnswer === (unanswerable === true)) {
    const problem = hasAnswer ? 'must be empty in an unanswerable query' : 'must name an answer with a grade above 0'
    throw toBadLine(source, line, `field "relevant" ${problem}`)
  }
  const projects = project === '*' ? 'all' : typeof project === 'string' ? [project] : project
  return { line, query, labels: unanswerable ? new Map() : labels, projects } as const
}

function toBadLine(source: string, number: number, problem: string): MemoError {
  return new MemoError('USAGE', `line ${number} of ${source} ${problem}`, {
    hint: 'a line is {"query": "…", "relevant": ["id"]}, or {"query": "…", "unanswerable": true}',
  })
}

/** The line that reads as this query; not for one without an answer. */
export function toLabelledLine({ query, labels, projects }: LabelledQuery): LabelledLine {
  const project = projects === 'all' ? '*' : projects?.length === 1 ? projects[0] : projects && [...projects]
  return { query, relevant: Object.fromEntries(labels), ...(project !== undefined && { project }) }
}
