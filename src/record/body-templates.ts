/** What a person is asked when a record of a kind is written: the headings of its text. Headings left empty are dropped. */
import type { Kind } from './vocabulary.ts'

/** In the order in which they stand; none where a text of that kind has no form. */
const headings: { readonly [kind in Kind]: readonly string[] } = {
  trap: ['Symptom', 'Cause', 'Way out'],
  decision: ['Context', 'Decision', 'Consequences'],
  spec: ['Goal', 'Behaviour', 'Limits', 'How it is checked'],
  plan: ['Goal', 'Steps', 'Risks'],
  state: ['Done', 'In work', 'Next'],
  log: ['What happened', 'What was learned'],
  review: ['What was looked at', 'Findings', 'To do'],
  scratch: [],
  prompt: ['When to use it', 'Prompt'],
  session: ['Goal', 'Done', 'Open'],
  note: [],
  conversation: [],
  fact: [],
  task: ['What is to be done', 'Done when'],
  person: ['Who', 'What to know'],
}

/** The text that an editor begins with; `cue` stands on top. */
export function bodyTemplate(kind: Kind, cue: string): string {
  return [toComment(cue), '', ...headings[kind].flatMap((heading) => [`## ${heading}`, '', ''])].join('\n')
}

/** What somebody made of it: without the cue and the headings under which nothing stands; empty where nothing was written. */
export function fromTemplate(kind: Kind, cue: string, text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const kept = lines.filter((line) => line.trim() !== toComment(cue))
  return kept
    .filter((line, index) => !(isOffered(kind, line) && isEmptyBelow(kept, index)))
    .join('\n')
    .trim()
}

function toComment(cue: string): string {
  return `<!-- ${cue} -->`
}

function isOffered(kind: Kind, line: string): boolean {
  return headings[kind].some((heading) => line.trim() === `## ${heading}`)
}

/** Up to the next heading of the same or a higher level. */
function isEmptyBelow(lines: readonly string[], index: number): boolean {
  const rest = lines.slice(index + 1)
  const end = rest.findIndex((line) => /^#{1,2} /.test(line))
  return rest.slice(0, end === -1 ? undefined : end).every((line) => line.trim() === '')
}
