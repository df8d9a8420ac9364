/**
 * What a shell may complete from the vault. Looks at the index as it stands: waits for nobody, folds nothing, mends and
 * makes nothing, and where there is nothing to see it has nothing to say.
 */
import { defaultConfig } from '../../config/defaults.ts'
import { settingKeys } from '../../config/edit.ts'
import { readSettings } from '../../config/load.ts'
import type { Config } from '../../config/schema.ts'
import { cursorStore } from '../../projections/index/cursor-rows.ts'
import { peekIndex } from '../../projections/index/open-index.ts'
import { listProjects } from '../../projections/index/project-rows.ts'
import {
  type SuggestedRecord,
  suggestEntities,
  suggestFacetNames,
  suggestFacetValues,
  suggestRecords,
  suggestTags,
} from '../../projections/index/suggest-rows.ts'
import { toEntityKey } from '../../record/entity-key.ts'
import { vaultPaths } from '../layout.ts'
import { resolveProject } from '../project.ts'
import type { View } from '../vault.ts'
import { profileNames } from './profile.ts'

/** A value, and a few words about it. */
export interface SuggestedValue {
  value: string
  about: string
}

export interface SuggestInput {
  what: 'record' | 'tag' | 'facet' | 'entity' | 'project' | 'profile' | 'setting' | 'setting-value'
  /** What the value begins with. */
  beginning: string
  /** As `--project` has it; undefined for the working directory's. */
  project: string | undefined
  cwd: string
  /** For `setting-value`: of which setting. */
  key: string | undefined
}

/**
 * Values to choose from: of records, tags, facets and entities those that begin so, at most some hundreds; of what there
 * is little of all, which the shell narrows. Throws whatever is wrong with a vault: there is nobody to tell.
 */
export async function suggestValues(root: string, input: SuggestInput): Promise<SuggestedValue[]> {
  if (input.what === 'setting') return settingKeys().map(toValue)
  if (input.what === 'setting-value') return suggestSettingValues(input.key ?? '')
  const config = readLoosely(root)
  if (input.what === 'profile') return profileNames(config).map(toValue)
  const db = peekIndex(vaultPaths(root).index)
  if (db === undefined) return []
  try {
    const projections = { db, store: cursorStore(db), all: [] }
    return fromIndex({ paths: vaultPaths(root), config, projections, notices: [] }, input)
  } finally {
    db.close()
  }
}

function toValue(value: string): SuggestedValue {
  return { value, about: '' }
}

/** Without the schema library, which takes longer to load than all the rest. */
function readLoosely(root: string): Config {
  const { projectAliases = {}, search } = readSettings(root) as Partial<Config>
  return { ...structuredClone<Config>(defaultConfig), projectAliases, search: { ...defaultConfig.search, ...search } }
}

async function suggestSettingValues(key: string): Promise<SuggestedValue[]> {
  const { settingChoices } = await import('../../config/setting-choices.ts')
  return settingChoices(key).map(toValue)
}

function fromIndex(view: View, { what, beginning, project, cwd }: SuggestInput): SuggestedValue[] {
  const { db } = view.projections
  if (what === 'tag') return suggestTags(db, beginning).map(toValue)
  if (what === 'entity') return suggestEntities(db, toEntityKey(beginning)).map(toValue)
  if (what === 'facet') return suggestFacets(view, beginning).map(toValue)
  if (what === 'project') return listProjects(db).map(({ id, name }) => ({ value: id, about: name ?? '' }))
  return suggestNames(view, beginning, resolveProject(view, { named: project, cwd }).id)
}

function suggestFacets({ projections: { db } }: View, beginning: string): string[] {
  const at = beginning.indexOf('=')
  if (at === -1) return suggestFacetNames(db, beginning).map((name) => `${name}=`)
  const name = beginning.slice(0, at)
  return suggestFacetValues(db, name, beginning.slice(at + 1)).map((value) => `${name}=${value}`)
}

/** Records of the project by id, of other projects as `project/id`; of all where the project has none. */
function suggestNames({ projections: { db } }: View, beginning: string, project: string): SuggestedValue[] {
  const at = beginning.indexOf('/')
  if (at !== -1) return suggestRecords(db, beginning.slice(at + 1), beginning.slice(0, at)).map(toFullName)
  const own = suggestRecords(db, beginning, project).map((record) => ({ value: record.id, about: toAbout(record) }))
  if (own.length > 0 && beginning === '') return own
  const others = listProjects(db).filter(({ id, records }) => id.startsWith(beginning) && id !== project && records > 0)
  return [
    ...own,
    ...others
      .flatMap(({ id }) => suggestRecords(db, '', id))
      .slice(0, mostOfOthers)
      .map(toFullName),
  ]
}

/** As many as of one project. */
const mostOfOthers = 200

function toFullName(record: SuggestedRecord): SuggestedValue {
  return { value: `${record.project}/${record.id}`, about: toAbout(record) }
}

function toAbout({ kind, title }: SuggestedRecord): string {
  return `${kind} · ${title}`
}
