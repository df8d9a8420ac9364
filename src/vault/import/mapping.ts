/** `--map FROM=TO`: where things of a source go, and as what, in the words of the person who has both before them. */
import { MemoError } from '../../lib/errors.ts'
import { isKind, type Kind } from '../../record/vocabulary.ts'

export interface MapRule {
  /** What FROM is the name of; undefined where it was not said: any of them. */
  of: Aspect | undefined
  from: string
  to: { kind: Kind } | { project: string } | { skip: true }
}

/** What a rule may go by: the source's word for what it is, its project there, its folder (or one above). */
export type Described = { [aspect in Aspect]: string | undefined }

const aspects = ['type', 'project', 'folder'] as const
type Aspect = (typeof aspects)[number]

export interface Mapped {
  kind?: Kind
  project?: string
  skip?: true
}

/**
 * Rules as they were given: `FROM=KIND`, `FROM=project:ID` or `FROM=skip`, where FROM may begin with `type:`, `project:`
 * or `folder:`. Throws USAGE for anything else.
 */
export function parseMapRules(texts: readonly string[]): MapRule[] {
  return texts.map((text) => {
    const at = text.lastIndexOf('=')
    const from = text.slice(0, at).trim()
    const to = toTarget(text.slice(at + 1).trim())
    if (at === -1 || from === '' || to === undefined) throw badRule(text)
    const of = aspects.find((aspect) => from.startsWith(`${aspect}:`))
    const name = of === undefined ? from : from.slice(of.length + 1)
    return { of, from: toKey(name), to }
  })
}

function toTarget(text: string): MapRule['to'] | undefined {
  if (text === 'skip') return { skip: true }
  if (isKind(text)) return { kind: text }
  const project = /^project:(.+)$/.exec(text)?.[1]
  return project === undefined ? undefined : { project }
}

function badRule(text: string): MemoError {
  return new MemoError('USAGE', `${JSON.stringify(text)} is no rule of --map`, {
    hint: 'give FROM=KIND, FROM=project:ID or FROM=skip; FROM is a folder, a type or a project of the source',
  })
}

/** What the rules say of it; of two that say the same kind of thing the first one. */
export function applyMapRules(rules: readonly MapRule[], described: Described): Mapped {
  const said = rules.filter((rule) => aspects.some((aspect) => fits(rule, aspect, described[aspect])))
  return Object.assign({}, ...said.map(({ to }) => to).reverse())
}

function fits({ of, from }: MapRule, aspect: Aspect, value: string | undefined): boolean {
  if (value === undefined || (of !== undefined && of !== aspect)) return false
  const key = toKey(value)
  return key === from || (aspect === 'folder' && key.startsWith(`${from}/`))
}

function toKey(text: string): string {
  const key = text.normalize('NFC').toLowerCase()
  return key.endsWith('/') ? key.slice(0, -1) : key
}
