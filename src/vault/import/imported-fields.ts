/** The frontmatter of a file that was written elsewhere, in our words: other tools use our names for other things. */
import type { JsonValue } from '../../record/json-value.ts'
import { Baseline, ContentFields, contentFieldNames } from '../../record/schema.ts'

interface Data {
  [key: string]: JsonValue
}

export interface ImportedFields {
  /** The id that the file names, as it stands there. */
  named: string | undefined
  /** Content that is valid here, and keys that are not ours. */
  known: Data
  /** A value that is not valid here (`status: In progress`) is kept under `imported`: nothing of the file is lost. */
  foreign: { imported?: Data }
  /** Counters that the record arrives with, if all of them are valid. */
  baseline: { baseline?: Baseline }
}

const counterNames = Object.keys(Baseline.shape)

export function toImportedFields({ id, project: _, ...data }: Data): ImportedFields {
  const entries = Object.entries(data)
  const counters = Object.fromEntries(entries.filter(([name]) => counterNames.includes(name)))
  return {
    named: typeof id === 'string' ? id : undefined,
    ...sortFields(entries.filter(([name]) => !counterNames.includes(name))),
    baseline: toBaseline(counters),
  }
}

function sortFields(entries: readonly [string, JsonValue][]): Pick<ImportedFields, 'known' | 'foreign'> {
  const known: Data = {}
  const imported: Data = {}
  for (const [name, value] of entries) {
    if (value === null || name === 'body') continue
    const tidy = toOurForm(name, value)
    if (!contentFieldNames.includes(name) || ContentFields.safeParse({ [name]: tidy }).success) known[name] = tidy
    else imported[name] = value
  }
  return { known, foreign: Object.keys(imported).length > 0 ? { imported } : {} }
}

function toOurForm(name: string, value: JsonValue): JsonValue {
  if (name === 'tags' || name === 'pathPatterns' || name === 'entities') {
    const items = Array.isArray(value) ? value.map(String) : String(value).split(/\s*,\s*/)
    return items.map((item) => (name === 'tags' ? item.replace(/^#/, '') : item)).filter((item) => item !== '')
  }
  return contentFieldNames.includes(name) && (typeof value === 'number' || typeof value === 'boolean')
    ? String(value)
    : value
}

function toBaseline(counters: Data): ImportedFields['baseline'] {
  const result = Baseline.safeParse(counters)
  return result.success && Object.keys(counters).length > 0 ? { baseline: result.data } : {}
}
