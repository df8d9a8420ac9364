/** The committed JSON Schemas, applied by a validator that had no part in making them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { packageRoot } from './cli.ts'

export interface JsonSchema {
  [keyword: string]: unknown
}

const folder = join(packageRoot, 'docs/reference/schemas')

/** `readSchema('search')`. */
export function readSchema(file: string): JsonSchema {
  return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
}

export type Checker = (value: unknown) => string[]

/** Says what is wrong with a value, by the place of it; nothing when it fits. */
export function toChecker(schema: JsonSchema): Checker {
  // Formats are told for people; the patterns beside them are checked.
  const ajv = new Ajv2020({ allErrors: true, validateFormats: false, allowUnionTypes: true })
  const validate = ajv.compile(schema)
  return (value) => {
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    )
  }
}

/** The schema with every object closed to what it names, to find what an answer says and no schema does. */
export function closeObjects(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (part) => (part.properties === undefined ? part : { ...part, additionalProperties: false }))
}

/** Every named field in the schema, as `hits.id`, with its own schema. */
export function listFields(schema: JsonSchema, above = ''): { path: string; field: JsonSchema }[] {
  return Object.entries(schema).flatMap(([keyword, part]) => {
    if (keyword !== 'properties') return toSchemas(part).flatMap((below) => listFields(below, above))
    return Object.entries(part as { [name: string]: JsonSchema }).flatMap(([name, field]) => {
      const path = above === '' ? name : `${above}.${name}`
      return [{ path, field }, ...listFields(field, path)]
    })
  })
}

function mapSchemas(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, part]) => [keyword, mapPart(part, change)])
  return change(Object.fromEntries(entries))
}

function mapPart(part: unknown, change: (part: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(part)) return part.map((item) => mapPart(item, change))
  return isSchema(part) ? mapSchemas(part, change) : part
}

function toSchemas(part: unknown): JsonSchema[] {
  if (Array.isArray(part)) return part.filter(isSchema)
  return isSchema(part) ? [part] : []
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
