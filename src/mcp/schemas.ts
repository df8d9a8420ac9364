/**
 * Zod schemas as the protocol wants to see them. The list of the tools is read by every agent at every start, so each
 * schema says what a caller needs and no more: what is not in it is still checked, and a refusal names it.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

interface JsonSchema {
  [keyword: string]: unknown
}

type Fields = { [name: string]: unknown }

/**
 * A schema for the SDK: shown as this JSON schema, which is made when the tools are listed and not before the first answer,
 * and letting everything pass, because the tools check for themselves.
 */
export function toAdvertised(toJson: () => JsonSchema): StandardSchemaWithJSON<Fields> {
  let made: JsonSchema | undefined
  const json = (): JsonSchema => {
    made ??= toJson()
    return made
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'memo',
      validate: (value) => ({ value: (value ?? {}) as Fields }),
      jsonSchema: { input: json, output: json },
    },
  }
}

interface Telling {
  told: { readonly [parameter: string]: string }
  unshown?: readonly string[]
}

/** The parameters with their types, enumerations and numbers, and with what is told of them. */
export function toInputJson(schema: z.ZodObject, { told, unshown = [] }: Telling): JsonSchema {
  const { properties = {}, required } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const shown = Object.entries(properties).filter(([name]) => !unshown.includes(name))
  const short = shown.map(([name, field]) => {
    const description = told[name]
    return [name, { ...toShort(field), ...(description !== undefined && { description }) }]
  })
  return { type: 'object', properties: Object.fromEntries(short), ...(required !== undefined && { required }) }
}

/** Smaller ones (a first line, an offset) are what anybody expects. */
const leastDefault = 10

function toShort(field: unknown): JsonSchema {
  const { type, enum: values, items, default: standard } = (field ?? {}) as JsonSchema
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: toShort(items) }),
    ...(typeof standard === 'number' && standard >= leastDefault && { default: standard }),
  }
}

/** Only which fields an answer always has; `docs/reference/schemas` has the rest. */
export function toOutputJson(schema: z.ZodType): JsonSchema {
  const { required = [] } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return { type: 'object', ...(required.length > 0 && { required }) }
}
