/**
 * The glob dialect of `pathPatterns`: `*` and `?` stay within a segment, `**` crosses segments, `**` + `/` is zero or
 * more folders, everything else is literal and the whole path has to match. No braces, classes or negation.
 * Patterns come from records of anyone, so matching takes |pattern| x |path| steps at worst, never exponentially many.
 */
import { posix } from 'node:path'

/** Whether `path` fits `pattern`; both may use backslashes and a leading `./`. `*` or `**` alone fits every path. */
export function matchesPathPattern(pattern: string, path: string): boolean {
  return matches(toComparablePath(pattern), toComparablePath(path))
}

/** Whether one of the patterns fits the path; of a folder, which ends in `/`, whether one can fit anything in it. */
export function matchesAnyPattern(patterns: readonly string[], path: string): boolean {
  const comparable = toComparablePath(path)
  const isFolder = comparable === '' || comparable.endsWith('/')
  const fits = isFolder ? matchesBelow : matches
  return patterns.some((pattern) => fits(toComparablePath(pattern), comparable))
}

/** One spelling per path or pattern: forward slashes, no leading `./`, composed letters. */
export function toComparablePath(text: string): string {
  return toForwardSlashes(text).replace(/^(?:\.\/+)+/, '')
}

/**
 * `path` as seen from `root`, with forward slashes; `''` is the root itself. A relative path counts from the root.
 * Undefined when it leads out of the root. Looks at the text only: links are not resolved.
 */
export function toRelativePath(path: string, root: string): string | undefined {
  const target = toForwardSlashes(path)
  if (!isAbsolute(target)) return toInside(posix.normalize(target))
  const base = posix.normalize(toForwardSlashes(root)).replace(/\/$/, '')
  const normal = foldDrive(posix.normalize(target))
  if (normal.replace(/\/$/, '') === foldDrive(base)) return ''
  return normal.startsWith(`${foldDrive(base)}/`) ? normal.slice(base.length + 1) : undefined
}

/** One normal form, because macOS and Linux spell the same accented name in different bytes. */
function toForwardSlashes(text: string): string {
  return text.replaceAll('\\', '/').normalize('NFC')
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path)
}

function foldDrive(path: string): string {
  return path.replace(/^[a-z]:/i, (drive) => drive.toUpperCase())
}

function toInside(normal: string): string | undefined {
  if (normal === '..' || normal.startsWith('../')) return undefined
  return normal === '.' || normal === './' ? '' : normal
}

/** The literal ends of the pattern decide most cases before any wildcard is looked at. */
function matches(pattern: string, path: string): boolean {
  if (pattern === path || pattern === '*' || pattern === '**') return true
  const firstWildcard = pattern.search(/[*?]/)
  if (firstWildcard < 0 || !path.startsWith(pattern.slice(0, firstWildcard))) return false
  if (!path.endsWith(pattern.slice(findTail(pattern)))) return false
  return matchesTokens(toTokens(pattern.slice(firstWildcard)), [...path.slice(firstWildcard)])
}

/** Whether a path that begins with the folder can fit: what is left of a pattern behind the folder always fits something. */
function matchesBelow(pattern: string, folder: string): boolean {
  if (pattern === '*' || pattern === '**' || `${pattern}/` === folder) return true
  const firstWildcard = pattern.search(/[*?]/)
  const head = firstWildcard < 0 ? pattern : pattern.slice(0, firstWildcard)
  if (head.startsWith(folder)) return true
  if (firstWildcard < 0 || !folder.startsWith(head)) return false
  const rest = [...folder.slice(head.length)]
  let reached = [true, ...rest.map(() => false)]
  return toTokens(pattern.slice(firstWildcard)).some((token) => {
    reached = advance(reached, token, rest)
    return reached[rest.length]
  })
}

/** Where the literal end begins: the slash of a doubled star belongs to the wildcard. */
function findTail(pattern: string): number {
  const tail = Math.max(pattern.lastIndexOf('*'), pattern.lastIndexOf('?')) + 1
  return pattern.endsWith('**/', tail + 1) ? tail + 1 : tail
}

function toTokens(pattern: string): string[] {
  return pattern.match(/\*\*\/|\*\*|[\s\S]/gu) ?? []
}

/**
 * Row by row: `reached[i]` says whether the tokens so far can consume exactly the first `i` characters.
 * Each token turns one row into the next, so nothing is ever tried twice.
 */
function matchesTokens(tokens: readonly string[], path: readonly string[]): boolean {
  let reached = [true, ...path.map(() => false)]
  for (const token of tokens) reached = advance(reached, token, path)
  return reached[path.length] === true
}

function advance(reached: readonly boolean[], token: string, path: readonly string[]): boolean[] {
  let open = false
  return reached.map((here, i) => {
    const before = path[i - 1]
    switch (token) {
      case '**':
        open ||= here
        return open
      case '*':
        open = here || (open && before !== '/')
        return open
      case '**/': {
        const closes = open && before === '/'
        open ||= here
        return here || closes
      }
      default: {
        const fits = token === '?' ? before !== undefined && before !== '/' : before === token
        return fits && reached[i - 1] === true
      }
    }
  })
}
