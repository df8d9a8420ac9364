/** What a half-typed call may become. Pure, but for the values that the vault is asked for. */
import { toHarmless } from '../../lib/harmless.ts'
import { findPlace, type Place, type TypedCall } from './call.ts'
import type { Manifest, ManifestCommand, ManifestFlag } from './manifest.ts'
import { flagSources, type Source, sourceOfArgument } from './sources.ts'

export interface Suggestion {
  value: string
  /** A few words about it; may be empty. */
  about: string
}

export interface Suggestions {
  /** What the shell completes by itself besides. */
  paths: 'none' | 'files' | 'folders'
  /** The words that may stand at the cursor, in order; each begins as the word there does. */
  items: Suggestion[]
}

export interface Question {
  source: Exclude<Source, 'files' | 'folders' | 'record-or-file'>
  beginning: string
  /** The values of the flags in front of the cursor: `vault` and `project` say where to look. */
  values: ReadonlyMap<string, string>
  /** The arguments in front of it. */
  before: readonly string[]
}

/** Asks for values that begin so. Must not throw. */
export type LookUp = (question: Question) => Promise<Suggestion[]>

export async function suggest(call: TypedCall, manifest: Manifest, lookUp: LookUp): Promise<Suggestions> {
  const { place, values } = findPlace(call, manifest)
  const found = await suggestAt(place, { call, manifest, lookUp, values })
  const fitting = found.items.filter(({ value }) => value.startsWith(call.current) && toHarmless(value) === value)
  return { ...found, items: fitting }
}

interface Context {
  call: TypedCall
  manifest: Manifest
  lookUp: LookUp
  values: ReadonlyMap<string, string>
}

async function suggestAt(place: Place, context: Context): Promise<Suggestions> {
  switch (place.at) {
    case 'name':
      return only(toNames(place.above, context.manifest))
    case 'flag':
      return only(toFlags(place.command, place.used))
    case 'value':
      return toValues(place, context)
    case 'argument':
      return toArguments(place, context)
    case 'nowhere':
      return only([])
  }
}

function only(items: Suggestion[]): Suggestions {
  return { paths: 'none', items }
}

/** The next parts of the names that begin so; a command is described by itself, a topic by its own words. */
function toNames(above: readonly string[], { commands, topics }: Manifest): Suggestion[] {
  const shown = Object.values(commands).filter(({ hidden }) => !hidden)
  const parts = new Map<string, string>()
  for (const { id, summary = '' } of shown) {
    const path = id.split(':')
    const part = path[above.length]
    if (part === undefined || !above.every((word, index) => word === path[index])) continue
    const isWhole = path.length === above.length + 1
    const topic = topics[path.slice(0, above.length + 1).join(':')]?.description ?? ''
    if (isWhole || !parts.has(part)) parts.set(part, isWhole ? summary : topic)
  }
  if (above.length === 0) parts.set('help', 'Show how a command is called.')
  return [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, about]) => ({ value, about }))
}

function toFlags({ flags }: ManifestCommand, used: ReadonlySet<string>): Suggestion[] {
  const open = Object.values(flags).filter((flag) => !flag.hidden && isOpen(flag, used))
  const items = open.flatMap(({ name, summary = '', allowNo }) => [
    { value: `--${name}`, about: summary },
    ...(allowNo ? [{ value: `--no-${name}`, about: summary }] : []),
  ])
  return [...items, { value: '--help', about: 'Show how it is called.' }]
}

function isOpen({ name, multiple, exclusive = [] }: ManifestFlag, used: ReadonlySet<string>): boolean {
  return (multiple === true || !used.has(name)) && !exclusive.some((other) => used.has(other))
}

/** Of a list with commas only the last part is open. */
async function toValues(
  { flag, lead }: Extract<Place, { at: 'value' }>,
  { call, lookUp, values }: Context,
): Promise<Suggestions> {
  const typed = call.current.slice(lead.length)
  const kept = flag.delimiter === undefined ? 0 : typed.lastIndexOf(flag.delimiter) + 1
  const beginning = typed.slice(kept)
  const front = lead + typed.slice(0, kept)
  const { paths, items } = await toItems(
    flag.options,
    flagSources[flag.name],
    { beginning, values, before: [] },
    lookUp,
  )
  return { paths, items: items.map((item) => ({ ...item, value: front + item.value })) }
}

async function toArguments(
  { command, position, used, before }: Extract<Place, { at: 'argument' }>,
  { call, manifest, lookUp, values }: Context,
): Promise<Suggestions> {
  const deeper = before.length === 0 && used.size === 0 ? toNames(command.id.split(':'), manifest) : []
  const list = Object.values(command.args)
  const argument = list[position] ?? (list.at(-1)?.multiple ? list.at(-1) : undefined)
  if (argument === undefined) return only(deeper.length > 0 ? deeper : toFlags(command, used))
  const source = sourceOfArgument(command.id, argument.name)
  const asked = { beginning: call.current, values, before }
  const { paths, items } = await toItems(argument.options, source, asked, lookUp)
  return { paths, items: [...deeper, ...items] }
}

async function toItems(
  options: readonly string[] | undefined,
  source: Source | undefined,
  asked: Omit<Question, 'source'>,
  lookUp: LookUp,
): Promise<Suggestions> {
  if (options !== undefined) return only(options.map((value) => ({ value, about: '' })))
  if (source === undefined) return only([])
  if (source === 'files' || source === 'folders') return { paths: source, items: [] }
  if (source === 'record-or-file') return { paths: 'files', items: await lookUp({ source: 'record', ...asked }) }
  return only(await lookUp({ source, ...asked }))
}
