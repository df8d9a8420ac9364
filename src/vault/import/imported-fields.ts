/** The frontmatter of a file that was written elsewhere, in our words: other tools use our names for other things. */
import type { JsonValue } from '../../record/json-value.ts'
import { toListField } from '../../record/list-field.ts'
import { Baseline, contentFieldNames, recordFields } from '../../record/schema.ts'

interface Data {
  [key: string]: JsonValue
}

export interface ImportedFields {
  /** Content that is valid here, and keys that are not ours. */
  known: Data
  /** A value that is not valid here (`status: In progress`) is kept under `imported`: nothing of the file is lost. */
  foreign: { imported?: Data }
  /** Counters that the record arrives with. */
  baseline: { baseline?: Baseline }
}

const schemas = new Map<string, { safeParse(value: JsonValue): { success: boolean } }>(Object.entries(recordFields))

/** Fields that are no content: what a record has been counted for when it arrives. */
export const counterNames = Object.keys(Baseline.shape)

export function toImportedFields({ id: _, project: __, ...data }: Data): ImportedFields {
  const entries = Object.entries(data)
  const counters = entries.filter(([name, value]) => isCounter(name, value))
  return {
    ...sortFields(entries.filter(([name, value]) => !isCounter(name, value))),
    baseline: counters.length > 0 ? { baseline: Baseline.parse(Object.fromEntries(counters)) } : {},
  }
}

function isCounter(name: string, value: JsonValue): boolean {
  return counterNames.includes(name) && Baseline.safeParse({ [name]: value }).success
}

function sortFields(entries: readonly [string, JsonValue][]): Pick<ImportedFields, 'known' | 'foreign'> {
  const known: Data = {}
  const imported: Data = {}
  for (const [name, value] of entries) {
    if (value === null) continue
    const tidy = toOurForm(name, value)
    // The text stands below, and this would take its place.
    const isText = name === 'body'
    const schema = isText ? undefined : schemas.get(name)
    const isOurs = isText || schema !== undefined || counterNames.includes(name)
    if (!isOurs || schema?.safeParse(tidy).success) known[name] = tidy
    else imported[name] = value
  }
  return { known, foreign: Object.keys(imported).length > 0 ? { imported } : {} }
}

function toOurForm(name: string, value: JsonValue): JsonValue {
  if (name === 'tags' || name === 'pathPatterns' || name === 'entities') {
    const items = toListField(value) ?? []
    return name === 'tags' && Array.isArray(items) ? items.map(withoutHash).filter((item) => item !== '') : items
  }
  return contentFieldNames.includes(name) && (typeof value === 'number' || typeof value === 'boolean')
    ? String(value)
    : value
}

function withoutHash(tag: JsonValue): JsonValue {
  return typeof tag === 'string' ? tag.replace(/^#/, '') : tag
}
