/** What a person at a terminal is asked for a record: what the flags did not say of its kind, title, tags and paths. */

import { MemoError } from '../lib/errors.ts'
import { truncate } from '../lib/text-cut.ts'
import { bodyTemplate, fromTemplate } from '../record/body-templates.ts'
import { isKind, type Kind, kindNames } from '../record/vocabulary.ts'
import { type Draft, dropDraft, writeDraft } from './draft-file.ts'
import { askChoice, askList, askText } from './prompts.ts'

interface Fields {
  [field: string]: unknown
}

const kindHints: { readonly [kind in Kind]: string } = {
  trap: 'something that went wrong, and will again',
  decision: 'what was decided, and why',
  spec: 'how something is to be',
  plan: 'what is to be done, in which order',
  state: 'where the work stands',
  log: 'what happened',
  review: 'what a look at something found; expires',
  scratch: 'for a few days; expires',
  prompt: 'words for a model',
  session: 'what one session did',
  note: 'anything else worth keeping',
  conversation: 'what was said',
  fact: 'one thing that is so',
  task: 'something to do',
  person: 'somebody',
}

/** The fields with the answers among them. Throws INTERRUPTED for Ctrl-C. */
export async function askForFields(fields: Fields): Promise<Fields & { kind: Kind; title: string }> {
  const { title, tags, pathPatterns } = fields
  const kind =
    typeof fields.kind === 'string' && isKind(fields.kind) ? fields.kind : await askChoice('Kind', kindChoices, 'note')
  return {
    ...fields,
    kind,
    title: typeof title === 'string' ? title : await askText('Title', { required: true }),
    tags: tags ?? (await askList('Tags, with commas (none)')),
    pathPatterns: pathPatterns ?? (await askList('Paths or globs that it is about (none)')),
  }
}

const kindChoices = kindNames.map((value) => ({ value, description: kindHints[value] }))

/** The text, from the editor. Throws REFUSED where nothing was written in it, and what the editor throws. */
export async function askForBody({ kind, title }: { kind: Kind; title: string }): Promise<Draft> {
  const cue = `${kind}: ${truncate(title, 80).replace(/-->/g, '')}. Save and close to store it; leave it as it is to store nothing.`
  const { text, path } = await writeDraft(bodyTemplate(kind, cue))
  const body = fromTemplate(kind, cue, text)
  if (body !== '') return { text: body, path }
  dropDraft(path)
  throw new MemoError('REFUSED', 'nothing was written: the text is empty')
}
