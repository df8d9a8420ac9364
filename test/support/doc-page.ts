/**
 * A page of the documentation as the tests read it: its code blocks, the calls in them, its links and anchors. It knows
 * nothing of running them.
 */

/** A command of a `console` block with what the page says that it prints, or one of a hidden setup, of which nothing counts. */
export interface DocCall {
  command: string
  /** Undefined in a setup: any output will do, and the status must be 0. */
  expected: string | undefined
}

/** What stands in a page in order: text that stays as it is, and calls. */
export type DocPart = string | DocCall

/**
 * Cuts a page into parts. `<!-- setup: … -->` holds lines for bash that a reader does not see. In a block that is fenced as
 * `console` a line that begins with `$ ` is a command; it goes on in the next line behind a `\` at its end, and in lines that
 * begin with `> ` right below it. What follows it is the output.
 */
export function toParts(markdown: string): DocPart[] {
  const parts: DocPart[] = []
  let rest = 0
  for (const { index, 0: whole, groups = {} } of markdown.matchAll(hiddenOrBlock)) {
    parts.push(markdown.slice(rest, index))
    rest = index + whole.length
    const { setup, head, body, tail } = groups
    if (setup !== undefined) parts.push({ command: setup.trim(), expected: undefined }, whole)
    else if (body === undefined || head !== '```console\n') parts.push(whole)
    else parts.push(head, ...toCalls(body), tail ?? '')
  }
  return [...parts, markdown.slice(rest)]
}

/** The contents of all blocks that are fenced as this language. */
export function listBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(hiddenOrBlock)].flatMap(({ groups = {} }) =>
    groups.head === `\`\`\`${language}\n` ? [groups.body ?? ''] : [],
  )
}

/** The code spans of its prose. */
export function listCodeSpans(markdown: string): string[] {
  return [...toProse(markdown).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code.replaceAll('\\|', '|'))
}

/** The targets of its links and images. */
export function listLinks(markdown: string): string[] {
  return [
    ...toProse(markdown)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)>?\)/g),
  ].map(([, target = '']) => target)
}

/** What the part of a link behind `#` may be: the headings, as a forge makes anchors of them. */
export function listAnchors(markdown: string): string[] {
  const seen = new Map<string, number>()
  return [...toProse(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

const hiddenOrBlock = /<!-- setup:(?<setup>[\s\S]*?)-->|^(?<head>```[^\n]*\n)(?<body>(?:[\s\S]*?\n)?)(?<tail>```)$/gm

function toCalls(body: string): DocPart[] {
  return body.split(/^(?=\$ )/m).flatMap((text) => (text.startsWith('$ ') ? toCall(text) : [text]))
}

/** The command as it is written stays in the page; the call has it as bash takes it. */
function toCall(text: string): DocPart[] {
  const [written = ''] = text.match(/^\$ (?:[^\n]*\\\n)*[^\n]*\n(?:> [^\n]*\n)*/) ?? []
  const command = written.slice(2, -1).replace(/\n> /g, '\n')
  return [written, { command, expected: text.slice(written.length) }]
}

function toProse(markdown: string): string {
  return markdown.replace(hiddenOrBlock, '')
}
