/** Finds secrets in the fields of an event or a record, with the names of those that hold them. */
import type { JsonValue } from '../json-value.ts'
import { describeSecret, findSecrets, type Secret } from './find-secrets.ts'

export interface FieldSecret extends Secret {
  /** `body`, `tags`, `links.target`; a list's items have the name of the list. */
  field: string
}

/** Every secret in the values and in the names of the fields. */
export function findSecretsIn(value: unknown, field = ''): FieldSecret[] {
  if (typeof value === 'string') return findSecrets(withName(field, value)).map((secret) => ({ ...secret, field }))
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => findSecretsIn(item, field))
  return Object.entries(value as { [name: string]: JsonValue }).flatMap(([name, item]) => {
    const named = findSecrets(name)
    // A name that is one must not be told as the place of another.
    const place = named.length > 0 ? field || 'the name of a field' : field === '' ? name : `${field}.${name}`
    return [...named.map((secret) => ({ ...secret, field: place })), ...findSecretsIn(item, place)]
  })
}

/** `body, line 3, holds what looks like a GitHub token (ghp_****)`. */
export function describeFieldSecret(secret: FieldSecret): string {
  const place = secret.line > 1 || secret.field === 'body' ? `${secret.field}, line ${secret.line},` : secret.field
  return `${place} holds ${describeSecret(secret)}`
}

/** A value of one line is read behind its name, because `password: x` in a frontmatter is an assignment. */
function withName(field: string, value: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1)
  return name === '' || value.includes('\n') ? value : `${name}: ${value}`
}
