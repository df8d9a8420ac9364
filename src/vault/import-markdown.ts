/**
 * `memo import markdown`: ordinary Markdown files taken in as records, with frontmatter or without. The file's path is
 * kept as `origin`, so importing again finds the same records; what is newer in them stays.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import fastGlob from 'fast-glob'
import { changedFields } from '../events/decide.ts'
import { isPresent, type RecordState } from '../events/fold.ts'
import { MemoError } from '../lib/errors.ts'
import { decodeUtf8 } from '../lib/utf8.ts'
import { findRecord } from '../projections/index/record-rows.ts'
import { parseFrontmatter } from '../record/frontmatter-parse.ts'
import { isId, slugify, withSuffix } from '../record/ids.ts'
import { firstTitle } from '../record/outline.ts'
import { parseInstant, toIso } from '../record/times.ts'
import { isKind, type Kind, kindNames, kinds } from '../record/vocabulary.ts'
import { toImportedFields } from './import-fields.ts'
import type { ResolvedProject } from './project.ts'
import { type RecordDraft, toRecordDraft } from './record-draft.ts'
import type { UpsertPlace } from './upsert.ts'
import { type ManyAnswer, type ManyItem, upsertMany } from './upsert-many.ts'
import type { Vault } from './vault.ts'

export interface ImportInput extends UpsertPlace {
  /** Globs of files, or folders, relative to the working directory. */
  patterns: readonly string[]
  /** Kind of a file that does not say; its folder's name may (`traps/…`). */
  kind: Kind
  onProgress?: (done: number, total: number) => void
}

export interface ImportResult {
  files: number
  created: number
  changed: number
  unchanged: number
  rejected: { file: string; code: string; message: string }[]
}

/** Imports every file that can be read as a record. Throws NOT_FOUND when the patterns match nothing. */
export async function importMarkdown(vault: Vault, input: ImportInput): Promise<ImportResult> {
  const files = await findFiles(input)
  if (files.length === 0) {
    throw new MemoError('NOT_FOUND', `no Markdown file matches ${input.patterns.join(' ')}`, {
      hint: 'quote the pattern, so that the shell leaves it alone',
    })
  }
  const result: ImportResult = { files: files.length, created: 0, changed: 0, unchanged: 0, rejected: [] }
  let done = 0
  await upsertMany(vault, toItems(vault, files, input), {
    label: 'import',
    project: input.project,
    cwd: input.cwd,
    allowSecret: input.allowSecret,
    onChunk: (answers) => {
      for (const answer of answers) add(result, answer)
      done += answers.length
      input.onProgress?.(done, files.length)
    },
  })
  return result
}

async function findFiles({ patterns, cwd }: ImportInput): Promise<string[]> {
  const globs = patterns.map((pattern) => {
    const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory()
    return isFolder ? `${fastGlob.escapePath(pattern.replace(/\/+$/, ''))}/**/*.md` : pattern
  })
  const found = await fastGlob(globs, { cwd, onlyFiles: true, dot: false, unique: true, followSymbolicLinks: false })
  return found.filter((file) => /\.(md|markdown|mdx)$/i.test(file)).sort()
}

function add(result: ImportResult, { at, outcome, code = '', message = '' }: ManyAnswer): void {
  if (outcome === 'rejected') result.rejected.push({ file: String(at), code, message })
  else if (outcome === 'unchanged') result.unchanged++
  else if (outcome === 'created') result.created++
  else result.changed++
}

async function* toItems(vault: Vault, files: readonly string[], input: ImportInput): AsyncGenerator<ManyItem> {
  for (const file of files) {
    const path = resolve(input.cwd, file)
    yield {
      at: file,
      project: undefined,
      size: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
      toDraft: (project, drop) =>
        toDraft(vault, project, { file, path, kind: input.kind, drop: (draft) => drop(draft, project) }),
    }
  }
}

interface SourceFile {
  file: string
  path: string
  kind: Kind
  /** Takes patterns of ignored paths out. */
  drop: (draft: RecordDraft) => RecordDraft
}

function toDraft(vault: Vault, { id: project }: ResolvedProject, source: SourceFile): RecordDraft {
  const parsed = parseFrontmatter(readText(source.path))
  if (!parsed.ok) throw new MemoError('REFUSED', `line ${parsed.line}: ${parsed.message}`)
  const { named, known, foreign, baseline } = toImportedFields(parsed.data)
  const id = chooseId(vault, project, source, named)
  const state = findRecord(vault.projections.db, project, id)?.state
  const fields = {
    kind: kindOf(source),
    title: firstTitle(parsed.body) ?? stemOf(source),
    ...(!isPresent(state) && timesOf(source)),
    origin: source.file,
    source: 'import',
    ...known,
    ...foreign,
    body: parsed.body,
  }
  const checked = source.drop(toRecordDraft(id, fields, vault.config.limits))
  const draft: RecordDraft = { ...checked, ...baseline, actor: 'import' }
  return isPresent(state) ? mergeable(draft, state, changeTime(source, draft, named)) : draft
}

function stemOf({ file }: SourceFile): string {
  return basename(file).replace(/\.[^.]+$/, '')
}

/** The copy of a record's own file says when that was changed; of any other file the disk knows. */
function changeTime({ path }: SourceFile, { set }: RecordDraft, named: string | undefined): number {
  const said = named === undefined || set.updated === undefined ? undefined : parseInstant(set.updated)
  return said ?? Math.floor(statSync(path).mtimeMs)
}

/** Throws REFUSED for a file that says something else than its record and is not newer: neither may replace the other. */
function mergeable(draft: RecordDraft, state: RecordState, changed: number): RecordDraft {
  const { fields } = state
  if (changed > (parseInstant(String(fields.updated)) ?? 0)) return draft
  const { updated: _, created: __, ...set } = draft.set
  if (Object.keys(changedFields(set, state)).length === 0) return { ...draft, set }
  throw new MemoError(
    'REFUSED',
    `the record ${state.id} was changed at ${fields.updated}, after the file; both are kept`,
    {
      hint: 'take what is in the file over into the record',
    },
  )
}

/** The times of a record that is there already are its own: a file that was only touched changes nothing. */
function timesOf({ path }: SourceFile): { created: string; updated: string } {
  const written = toIso(statSync(path).mtimeMs)
  return { created: written, updated: written }
}

function readText(path: string): string {
  const text = decodeUtf8(readFileSync(path))
  if (text === undefined) throw new MemoError('REFUSED', 'it is not valid UTF-8')
  return text
}

function kindOf({ file, kind }: SourceFile): Kind {
  const folder = basename(dirname(file)).toLowerCase()
  return kindNames.find((name) => kinds[name].folder === folder || (name === folder && isKind(folder))) ?? kind
}

/** Names that say nothing about what is in the file. */
const commonStems = new Set(['readme', 'index', 'changelog', 'license', 'contributing', 'notes', 'todo'])

/** The file's own id, else one from its name, made longer by its folders while another file's record has it. */
function chooseId(vault: Vault, project: string, { file }: SourceFile, named: string | undefined): string {
  if (named !== undefined && isId(named)) return named
  const parts = file
    .replace(/\.[^.]+$/, '')
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
  const stem = slugify(parts.at(-1) ?? file)
  const slugs = [stem, slugify(parts.slice(-2).join(' ')), slugify(parts.join(' '))].slice(
    commonStems.has(stem) ? 1 : 0,
  )
  const isOurs = (id: string): boolean => {
    const state = findRecord(vault.projections.db, project, id)?.state
    return !isPresent(state) || state.fields.origin === file
  }
  const free = slugs.find(isOurs)
  if (free !== undefined) return free
  for (let n = 2; ; n++) {
    const id = withSuffix(slugs.at(-1) ?? stem, n)
    if (isOurs(id)) return id
  }
}
