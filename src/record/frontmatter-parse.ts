/**
 * Reads a Markdown file with frontmatter. The only file that loads the `yaml` package, together with yaml-value.ts:
 * import it dynamically where a command may not need it.
 */
import { Composer, type CST, type Document, isMap, Parser } from 'yaml'
import { type Fence, findBody, findFence } from './frontmatter-fence.ts'
import type { JsonValue } from './json-value.ts'
import { maxDepth } from './yaml-emit.ts'
import { toFields, YamlProblem } from './yaml-value.ts'

export type ParsedMarkdown =
  | {
      ok: true
      data: { [key: string]: JsonValue }
      /** Without the line breaks around it, and with `\n` line ends. */
      body: string
      /** 1-based line of the file on which the body begins. */
      bodyLine: number
    }
  | { ok: false; line: number; message: string }

/**
 * Never throws: frontmatter that does not parse is a value that names the line of the file. Text without frontmatter is
 * all body. Each call builds new objects.
 */
export function parseFrontmatter(text: string): ParsedMarkdown {
  const fence = findFence(text)
  if (fence === undefined) return { ok: true, data: {}, ...readBody(text, text.startsWith('\ufeff') ? 1 : 0) }
  try {
    return { ok: true, data: parseFields(text, fence), ...readBody(text, fence.end) }
  } catch (error) {
    const { message, offset } = toProblem(error)
    return { ok: false, line: lineAt(text, fence.content.start + offset), message }
  }
}

function readBody(text: string, offset: number): { body: string; bodyLine: number } {
  const { start, end } = findBody(text, offset)
  return { body: text.slice(start, end).replace(/\r\n?/g, '\n'), bodyLine: lineAt(text, start) }
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

function parseFields(text: string, fence: Fence): { [key: string]: JsonValue } {
  const source = text.slice(fence.content.start, fence.content.end)
  assertLineEnds(source)
  const tokens = [...new Parser().parse(source)]
  for (const token of tokens) assertShallow(token)
  // Duplicate keys are found by toFields: the package compares every pair of keys.
  const composer = new Composer({ schema: 'core', uniqueKeys: false, resolveKnownTags: false, logLevel: 'silent' })
  const [document, second] = [...composer.compose(tokens, true, source.length)]
  const fault = document?.errors[0] ?? document?.warnings[0]
  if (fault !== undefined) throw findConflict(source) ?? new YamlProblem(explain(fault), fault.pos[0])
  if (document === undefined || second !== undefined) {
    throw new YamlProblem('frontmatter must be one YAML document', second?.range[0] ?? 0)
  }
  assertAligned(source, document)
  return toFields(document)
}

/** YAML breaks the line at a lone carriage return, the package does not: neither may decide what a value is. */
function assertLineEnds(source: string): void {
  const at = source.search(/\r(?!\n)/)
  if (at !== -1) throw new YamlProblem('a carriage return without a line feed', at)
}

/** Composing recurses, so depth is bounded before it, on the token tree and without recursion. */
function assertShallow(root: CST.Token): void {
  const pending: { token: CST.Token | null | undefined; depth: number }[] = [{ token: root, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next
    if (token?.type === 'document') pending.push({ token: token.value, depth: 1 })
    if (!token || !('items' in token)) continue
    if (depth > maxDepth) throw new YamlProblem(`nested deeper than ${maxDepth} levels`, token.offset)
    for (const item of token.items) {
      pending.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 })
    }
  }
}

/** The package takes some wrongly indented text for a key of the root; an editor that goes by lines would not find it. */
function assertAligned(source: string, { contents }: Document.Parsed): void {
  if (!isMap(contents) || contents.flow === true) return
  let first: number | undefined
  for (const { key } of contents.items) {
    const at = key?.range?.[0] ?? 0
    const lineStart = source.lastIndexOf('\n', at - 1) + 1
    if (at > 0 && source.slice(lineStart, at).trim() !== '') continue
    first ??= at - lineStart
    if (at - lineStart !== first) throw new YamlProblem('a key that is not below the one before it', at)
  }
}

function findConflict(source: string): YamlProblem | undefined {
  const at = source.search(/^<{7}(?:[ \t]|\r?$)/m)
  return at === -1 ? undefined : new YamlProblem('unresolved conflict markers', at)
}

const unquoted = new Set(['BAD_SCALAR_START', 'BLOCK_AS_IMPLICIT_KEY', 'TAG_RESOLVE_FAILED', 'UNEXPECTED_TOKEN'])

function explain(fault: { code: string; message: string }): string {
  return unquoted.has(fault.code) ? `${fault.message} (text with reserved characters must be quoted)` : fault.message
}

/** A stack overflow inside the parser is one more way of nesting too deep; anything else is ours to know about. */
function toProblem(error: unknown): YamlProblem {
  if (error instanceof YamlProblem) return error
  if (error instanceof RangeError) return new YamlProblem('nested too deep', 0)
  throw error
}
