/**
 * Paths of a product that nothing is remembered about (`record/capture-ignore.ts`), kept out of what is written: a record's
 * pattern for such a path is dropped, and a record that is about nothing else is refused.
 */
import { existsSync } from 'node:fs'
import { MemoError } from '../../lib/errors.ts'
import { findProjectState } from '../../projections/index/project-rows.ts'
import type { IgnoreRule, IgnoreRules } from '../../record/capture-ignore.ts'
import { findProject } from '../../record/identity.ts'
import { type ResolvedProject, resolveProject } from '../project.ts'
import type { Vault } from '../vault.ts'
import type { RecordDraft } from './record-draft.ts'

/** Gives the draft without patterns of ignored paths. Throws REFUSED when it had no others. */
export type DropIgnored = (draft: RecordDraft, project: ResolvedProject) => RecordDraft

const nothingDropped: DropIgnored = (draft) => draft

/** Made before the lock is taken, because the rules are loaded first; and only where there is a pattern at all. */
export async function loadDropIgnored(vault: Vault, cwd: string, hasPatterns: boolean): Promise<DropIgnored> {
  if (!hasPatterns) return nothingDropped
  const { openIgnoreRules } = await import('../../record/capture-ignore.ts')
  const open = await openIgnoreRules()
  const known = new Map<string, IgnoreRules>()
  return (draft, project) => {
    const patterns = draft.set.pathPatterns
    if (patterns === undefined || patterns.length === 0) return draft
    const rules = known.get(project.id) ?? open(findProductRoot(vault, project, cwd), vault.config.capture.ignore)
    known.set(project.id, rules)
    return dropIgnored(draft, patterns, rules)
  }
}

function dropIgnored(draft: RecordDraft, patterns: readonly string[], rules: IgnoreRules): RecordDraft {
  const judged = patterns.map((pattern) => ({ pattern, rule: rules(pattern) }))
  const dropped = judged.flatMap(({ pattern, rule }) => (rule === undefined ? [] : [describe(pattern, rule)]))
  if (dropped.length === 0) return draft
  if (dropped.length === patterns.length) {
    throw new MemoError('REFUSED', `it is only about what nothing is remembered of: ${dropped.join('; ')}`, {
      hint: 'give a path that may be captured or none, or take one back with "!pattern" in .memo-ignore',
    })
  }
  const pathPatterns = judged.filter(({ rule }) => rule === undefined).map(({ pattern }) => pattern)
  return { ...draft, dropped, set: { ...draft.set, pathPatterns } }
}

/** `dist/** (the rule "dist/", built-in)`. */
function describe(path: string, { pattern, source, line }: IgnoreRule): string {
  if (pattern === undefined) return `${path} (outside of the project)`
  return `${path} (the rule "${pattern}", ${source === 'file' ? `.memo-ignore, line ${line}` : source})`
}

/**
 * The folder that a project's paths count from: the working directory's if it is of that project, else one that the project
 * was met in and that is still there. Undefined where the project is known by its name alone.
 */
export function findProductRoot(vault: Vault, { id, identity }: ResolvedProject, cwd: string): string | undefined {
  if (identity !== undefined) return identity.root
  if (resolveProject(vault, { named: undefined, cwd }).id === id) {
    return findProject(cwd, { vault: vault.paths.root }).root
  }
  return findProjectState(vault.projections.db, id)?.roots.find((root) => existsSync(root))
}
