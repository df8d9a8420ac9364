/** The fields of a schema as a Markdown table. */
import * as z from 'zod'

export function renderFields(schema) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `| \`${name}\` | ${toType(field)}${required.includes(name) ? '' : ', optional'} | ${field.description ?? ''} |`,
  )
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n')
}

function toType({ type, const: constant, enum: choices, anyOf, items }) {
  if (constant !== undefined) return `\`${constant}\``
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(' ')
  if (anyOf !== undefined) return anyOf.map(toType).join(' or ')
  if (type === 'array') return `list of ${toType(items)}`
  return Array.isArray(type) ? type.join(' or ') : type
}
