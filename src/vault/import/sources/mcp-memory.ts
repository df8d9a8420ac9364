/**
 * The graph of the MCP reference memory server (`@modelcontextprotocol/server-memory`): a file of lines, each an entity
 * or a relation. An entity becomes a record, its observations a list, its relations links. The file is read twice, for
 * a relation may stand before its entities; what is held in memory are names and relations, no observations.
 */

import { MemoError } from '../../../lib/errors.ts'
import { sha256 } from '../../../lib/hash.ts'
import { truncate } from '../../../lib/text-cut.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { readFileLines } from './file-lines.ts'
import { type GraphEntity, type GraphRelation, parseGraphLine, toEntityRecord } from './mcp-memory-line.ts'
import { findSourceFile, type SourceFile } from './source-file.ts'

export const mcpMemory: ImportSource = {
  name: 'mcp-memory',
  summary: 'The knowledge graph of the MCP reference memory server.',
  path: 'its memory.jsonl, or the folder of it',
  *read(paths, options) {
    for (const path of paths) {
      yield* readGraph(findSourceFile(path, options.cwd, ['memory.jsonl', 'memory.json']), options)
    }
  },
}

/** What must be known of an entity before it is reached. */
interface Surveyed {
  line: number
  relations: GraphRelation[]
  /** Observations of further lines of the same name, which the server takes for the same entity. */
  more: string[]
}

function* readGraph(file: SourceFile, options: ReadOptions): Generator<ImportItem> {
  const survey = surveyGraph(file, options)
  for (const { number, line } of readLines(file, options)) {
    const at = `${file.name}#line ${number}`
    if ('problem' in line) yield { origin: at, problem: line.problem }
    else if ('from' in line) yield* tellLost(at, line, survey)
    else yield toItem(at, number, line, { file, survey, options })
  }
}

function surveyGraph(file: SourceFile, options: ReadOptions): Map<string, Surveyed> {
  const survey = new Map<string, Surveyed>()
  const relations: GraphRelation[] = []
  let [read, good] = [0, 0]
  for (const { number, line } of readLines(file, options)) {
    read++
    if ('problem' in line) continue
    good++
    if ('from' in line) relations.push(line)
    else {
      const known = survey.get(line.name)
      if (known === undefined) survey.set(line.name, { line: number, relations: [], more: [] })
      else known.more.push(...line.observations)
    }
  }
  if (good === 0 && read > 0) throw new MemoError('REFUSED', `no line of ${file.path} is an entity or a relation`)
  for (const relation of relations) survey.get(relation.from)?.relations.push(relation)
  return survey
}

function* readLines(file: SourceFile, { bodyBytes }: ReadOptions) {
  // JSON may write a character as six bytes.
  for (const line of readFileLines(file.path, 6 * bodyBytes + 64 * 1024)) {
    yield { number: line.number, line: 'problem' in line ? line : parseGraphLine(line.text) }
  }
}

function* tellLost(origin: string, { from, to }: GraphRelation, survey: Map<string, Surveyed>): Generator<ImportItem> {
  if (survey.has(from)) return
  const [one, other] = [JSON.stringify(from), JSON.stringify(to)]
  yield { origin, problem: `the entity ${one} is not there, so its link to ${other} is lost` }
}

interface Surroundings {
  file: SourceFile
  survey: Map<string, Surveyed>
  options: ReadOptions
}

function toItem(at: string, number: number, entity: GraphEntity, { file, survey, options }: Surroundings): ImportItem {
  const known = survey.get(entity.name) ?? { line: number, relations: [], more: [] }
  if (known.line !== number) return { origin: at, skipped: `taken together with line ${known.line} of the same name` }
  const observations = [...new Set([...entity.observations, ...known.more])]
  const links = known.relations.map(({ to, type }) => ({ type, target: survey.has(to) ? keyOf(to) : to }))
  const origin = originOf(file, entity)
  const stamp = sha256(JSON.stringify([entity.type, observations, known.relations]))
  if (options.isKnown(origin, stamp)) return { origin, stamp, known: true }
  return {
    ...{ origin, stamp, type: entity.type, names: [entity.name, keyOf(entity.name)] },
    record: toEntityRecord({ ...entity, observations }, links, options.kind),
  }
}

/** Enough to know a name by; models put whole texts into them. */
const longestName = 120

function originOf(file: SourceFile, { name }: GraphEntity): string {
  return `${file.name}#${name.length > longestName ? `${truncate(name, longestName)} ${sha256(name).slice(0, 8)}` : name}`
}

/** Names of entities that differ in letter case only are different entities. */
function keyOf(name: string): string {
  return `entity ${sha256(name).slice(0, 16)}`
}
