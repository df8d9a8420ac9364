/**
 * The contracts as JSON Schemas. Objects stay open: names are a contract, and more fields may come, so a program that
 * checks an answer by them goes on working with a later version.
 */
import * as z from 'zod'
import { answers, formats, httpAnswers } from '../../src/vault/contracts/table.ts'

export function renderSchemas() {
  return [...Object.values(answers).flat(), ...formats, ...httpAnswers].map(({ file, title, schema }) => ({
    file,
    text: `${JSON.stringify(toJsonSchema(title, schema), null, 2)}\n`,
  }))
}

function toJsonSchema(title, schema) {
  // As read, not as written: what has a default may be left out of a file, and objects take more fields.
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', override: tidy })
  return { $schema, title, ...rest }
}

/** Leaves out what says nothing: the bounds of a double, and that an array is not to be changed. */
function tidy({ jsonSchema }) {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  delete jsonSchema.readOnly
}
