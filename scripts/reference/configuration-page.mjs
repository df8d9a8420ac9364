/** `docs/reference/configuration.md`: every setting with its default, as the schema of the settings has it. */
import * as z from 'zod'
import { Config } from '../../src/config/schema.ts'
import { environmentVariables } from './surroundings.mjs'

export function renderConfigurationPage() {
  const { properties } = z.toJSONSchema(Config, { io: 'input' })
  const sections = Object.entries(properties).map(([name, group]) => renderGroup(name, group))
  return `${[intro, ...sections, renderEnvironment()].join('\n\n')}\n`
}

const intro = `# Settings

<!-- Written by scripts/schemas.mjs from src/config/schema.ts. -->

The settings of a vault stand in its \`config.json\`, as nested objects. Change that file with any editor, or:

<!-- setup: memo init -->

\`\`\`console
$ memo config set git.commit each
git.commit = each

$ memo config get git.commit
each

$ memo config set git.commit sometimes
Error: git.commit cannot be "sometimes": it must be batched, each or off
Hint: run "memo config list" to see all settings

$ cat ~/.memo/config.json
{
  "version": 1,
  "git": {
    "commit": "each"
  }
}
\`\`\`

\`memo config list\` prints all of them with where each comes from. What is not in the file has its default. Keys that memo does
not know are kept. With a value that is not allowed every command is refused, but \`memo doctor\`, which names it, and \`memo config set\`,
which changes it. The file goes along when the vault is exchanged ([sync](../sync.md)).`

function renderEnvironment() {
  const rows = environmentVariables.map(([name, text, page]) => {
    const more = page === undefined ? '' : ` More in [${page}](../${page}).`
    return `| \`${name}\` | ${text}${more} |`
  })
  return ['## Environment', ['| variable | meaning |', '|---|---|', ...rows].join('\n')].join('\n\n')
}

/** The version stands alone; a map of names of one's own has one row. */
function renderGroup(name, group) {
  const rows = Object.entries(group.properties ?? { '': group }).map(([key, setting]) => {
    const dotted = [name, ...(key === '' ? [] : [key])].join('.')
    return `| \`${dotted}\` | ${toType(setting)} | ${toDefault(setting)} | ${setting.description} |`
  })
  const title =
    group.properties === undefined ? [] : [`${group.description[0].toUpperCase()}${group.description.slice(1)}.`]
  return [
    `## ${name}`,
    ...title,
    ['| key | value | default | meaning |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}

function toType({ type, const: constant, enum: choices, items, minimum, maximum, exclusiveMinimum }) {
  if (constant !== undefined) return `\`${constant}\``
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(' ')
  if (type === 'array') return `list of ${toType(items)}`
  const noun = { string: 'text', integer: 'whole number', boolean: '`true` `false`', object: 'object' }[type] ?? type
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum
  const above = exclusiveMinimum === undefined ? 'from' : 'above'
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const span = [least === undefined ? '' : ` ${above} ${least}`, isBounded ? ` to ${maximum}` : '']
  return `${noun}${span.join('')}`
}

function toDefault({ default: value }) {
  return value === '' ? 'empty' : `\`${JSON.stringify(value)}\``
}
