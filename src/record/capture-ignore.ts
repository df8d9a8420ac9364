/**
 * Which files of a product never become the subject of a memory: secrets, build output, binaries, and what the
 * product's own `.memo-ignore` or the settings add. Rules are read as git reads `.gitignore`: a later rule wins,
 * `!pattern` takes a path back unless its folder is ignored. Letter case does not matter, so `KEY.PEM` is a key.
 */
import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Ignore } from 'ignore'
import { toRealPath } from '../lib/real-path.ts'
import { readSmallFile } from './git-directory.ts'
import { toRelativePath } from './path-patterns.ts'

const ignoreFileName = '.memo-ignore'

export interface IgnoreRule {
  /** As written; for a path outside of the product there is no pattern. */
  pattern: string | undefined
  source: 'built-in' | 'file' | 'settings' | 'outside'
  /** Line of `.memo-ignore`, from 1. */
  line: number | undefined
}

const builtIn = [
  ...['.git/', 'node_modules/', 'dist/', 'build/', '.venv/'],
  ...['.env', '.env.*', '*.pem', '*.key', '*.crt', '*.p12', '*.pfx'],
  ...['*.bin', '*.exe', '*.dll', '*.so', '*.dylib'],
  ...['*.zip', '*.tar', '*.gz', '*.7z', '*.rar', '*.iso', '*.dmg', '*.img'],
  ...['*.sqlite', '*.db'],
]

const outside: IgnoreRule = { pattern: undefined, source: 'outside', line: undefined }

/** The rule that keeps `path` (relative to `root`, or absolute) out of the memory, or undefined if it may be captured. */
export async function findIgnoreRule(
  path: string,
  root: string,
  extra: readonly string[] = [],
): Promise<IgnoreRule | undefined> {
  const find = await loadIgnoreRules(root, extra)
  return find(path)
}

export type IgnoreRules = (path: string) => IgnoreRule | undefined

/** The same for many paths: rules are read once. `extra` are the patterns of the settings, applied last. */
export async function loadIgnoreRules(root: string, extra: readonly string[] = []): Promise<IgnoreRules> {
  const open = await openIgnoreRules()
  return open(root, extra)
}

/**
 * The same for many roots. Without a root, where a product is known by its name alone, there is no `.memo-ignore`, and an
 * absolute path may be inside.
 */
export async function openIgnoreRules(): Promise<(root: string | undefined, extra: readonly string[]) => IgnoreRules> {
  const { default: ignore } = await import('ignore')
  return (root, extra) => {
    const rules = [
      ...builtIn.map((pattern) => ({ pattern, source: 'built-in' as const, line: undefined })),
      ...(root === undefined ? [] : readRules(root)),
      ...extra.map((pattern) => ({ pattern, source: 'settings' as const, line: undefined })),
    ]
    const matcher = ignore().add(rules.map(({ pattern }, index) => ({ pattern, mark: String(index) })))
    return toFinder(matcher, rules, root)
  }
}

function toFinder(matcher: Ignore, rules: readonly IgnoreRule[], root: string | undefined): IgnoreRules {
  return (path) => {
    const relative = root === undefined ? toRelativePath(path, '/') : findRelativePath(path, root)
    if (relative === undefined) return outside
    if (relative === '') return undefined
    const { rule } = matcher.test(relative)
    return rule === undefined ? undefined : rules[Number(rule.mark)]
  }
}

function readRules(root: string): IgnoreRuleLine[] {
  const text = readSmallFile(join(root, ignoreFileName)) ?? ''
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.map((pattern, index) => ({ pattern, source: 'file', line: index + 1 }))
}

type IgnoreRuleLine = IgnoreRule & { pattern: string }

/** As written first; then by real paths, because the root is one and the path may lead through a symbolic link. */
function findRelativePath(path: string, root: string): string | undefined {
  const linked = isAbsolute(path) ? toRelativePath(toRealPath(path), toRealPath(root)) : undefined
  const relative = toRelativePath(path, root) ?? linked
  const isFolder = relative !== undefined && !relative.endsWith('/') && isDirectory(join(root, relative))
  return isFolder && relative !== '' ? `${relative}/` : relative
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    // A name that the system refuses, such as one with NUL, is no folder.
    return false
  }
}
