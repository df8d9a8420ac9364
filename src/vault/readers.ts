/**
 * What turns bytes into checked values, and knows what must not be among them. A chunk of its own: it loads the schema
 * library and the YAML parser.
 */
import { maskSecrets } from '../record/secrets/find-secrets.ts'
import { describeFieldSecret, findSecretsIn } from '../record/secrets/in-fields.ts'

export { toEvent } from '../events/schema.ts'
export { readRecordFile } from '../projections/files/read-record-file.ts'

export const secrets = { findSecretsIn, describeFieldSecret, maskSecrets }
