/** What agents are told in files of a repository: CLAUDE.md, AGENTS.md, rules of Cursor; each section is a record. */
import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { MemoError } from '../../../lib/errors.ts'
import { parseFrontmatter } from '../../../record/frontmatter-parse.ts'
import { firstTitle } from '../../../record/outline.ts'
import type { Kind } from '../../../record/vocabulary.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { type Frontmatter, folderOf, stemOf, toRecord } from './markdown-file.ts'
import { splitSections } from './sections.ts'
import { readText, stateOf } from './text-file.ts'
import { keepApart, type Origins, openFolder, type WalkedFile, walkFiles } from './walk.ts'

export const agentFiles: ImportSource = {
  name: 'agent-files',
  summary: 'CLAUDE.md, AGENTS.md, GEMINI.md, MEMORY.md and rules of Cursor, a record for each section.',
  path: 'such files, or a folder that has some',
  read,
}

function* read(paths: readonly string[], options: ReadOptions): Generator<ImportItem> {
  const origins: Origins = new Map()
  let found = 0
  for (const path of paths) {
    for (const walked of keepApart(filesAt(options.cwd, path), origins)) {
      found++
      yield* toItems(walked, options)
    }
  }
  if (found === 0) throw new MemoError('NOT_FOUND', `there is no file for agents in ${paths.join(' ')}`)
}

/** A file that is named is taken for one, whatever it is called; it has the origin that it has in its folder. */
function* filesAt(cwd: string, path: string): Generator<WalkedFile> {
  const file = resolve(cwd, path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
    yield { origin: join(basename(dirname(file)), basename(file)), path: basename(file), file }
    return
  }
  for (const walked of walkFiles(openFolder(cwd, path), isLeftOut)) if (isAgentFile(walked.path)) yield walked
}

/** Hidden folders but those that the rules are kept in, and what is not the repository's own. */
function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.(?!cursor$|github$|claude$)[^/]*|node_modules|vendor|dist|build)$/.test(path)
}

const names =
  /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|MEMORY\.md|\.cursorrules|copilot-instructions\.md)$/i

function isAgentFile(path: string): boolean {
  return names.test(path) || /(?:^|\/)\.cursor\/rules\/.*\.mdc$/.test(path)
}

function* toItems(walked: WalkedFile, { bodyBytes }: ReadOptions): Generator<ImportItem> {
  const { origin, path, file, problem } = walked
  const state = stateOf(file)
  if (problem !== undefined || 'problem' in state) {
    yield { origin, problem: problem ?? ('problem' in state ? state.problem : '') }
    return
  }
  const text = readText(file, state, bodyBytes)
  const parsed = typeof text === 'string' ? parseFrontmatter(text) : undefined
  if (typeof text !== 'string') yield { origin, ...text }
  else if (parsed?.ok === false) yield { origin, problem: `line ${parsed.line}: ${parsed.message}` }
  else if (parsed?.ok) {
    const { data, body } = parsed
    const items = path.endsWith('.mdc') ? [toRule(path, data, body)] : toSections(path, data, body)
    for (const { at, ...item } of items) {
      yield {
        origin: `${origin}${at}`,
        changedAt: state.changedAt,
        folder: folderOf(path),
        type: basename(path),
        ...item,
      }
    }
  }
}

/** A rule of Cursor: `description`, and the `globs` that it is for. */
function toRule(path: string, data: Frontmatter, body: string) {
  const { globs, description, ...fields } = data
  const patterns = (Array.isArray(globs) ? globs.map(String) : String(globs ?? '').split(',')).map((glob) =>
    glob.trim(),
  )
  const pathPatterns = patterns.filter((glob) => glob !== '')
  const title =
    typeof description === 'string' && description.trim() !== '' ? description : (firstTitle(body) ?? stemOf(path))
  const record = { ...toRecord({ data: fields, body }), title, ...(pathPatterns.length > 0 && { pathPatterns }) }
  return { at: '', record, idsFrom: [stemOf(path)], names: [stemOf(path)] }
}

function toSections(path: string, data: Frontmatter, body: string) {
  const stem = stemOf(path).replace(/^\./, '')
  return splitSections(body).map(({ name, text }) => {
    const title = name ?? firstTitle(text) ?? stem
    const kind = kindOf(title)
    const record = { ...toRecord({ data, body: text }), title, ...(kind !== undefined && { kind }) }
    return { at: name === undefined ? '' : `#${name}`, record, idsFrom: [title, `${stem} ${title}`] }
  })
}

/** Words in the heading of a section that say what is in it; anything else is a note. */
const kindWords: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/\b(?:traps?|gotchas?|pitfalls?|caveats?|known issues|common mistakes)\b/i, 'trap'],
  [/\bdecisions?\b/i, 'decision'],
]

function kindOf(title: string): Kind | undefined {
  return kindWords.find(([pattern]) => pattern.test(title))?.[1]
}
