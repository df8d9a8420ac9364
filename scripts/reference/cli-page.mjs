/** `docs/reference/cli.md`: every command as the manifest has it. */
import { toExitStatus } from '../../src/lib/errors.ts'
import { errorCodes } from '../../src/vault/contracts/error.ts'
import { answers } from '../../src/vault/contracts/table.ts'

export function renderCliPage(commands) {
  const sections = Object.keys(commands)
    .sort()
    .map((id) => renderCommand(commands[id]))
  return `${[intro, renderGlobalFlags(commands), renderExitStatus(), ...sections].join('\n\n')}\n`
}

const intro = `# Commands

<!-- Written by scripts/schemas.mjs from the manifest of the commands. -->

The answer goes to stdout, everything else to stderr. With \`--json\` stdout is one JSON object, on failure too; the form
of each is a JSON Schema under [schemas](schemas). Names are a contract; more fields may come.`

function renderGlobalFlags(commands) {
  const flags = Object.values(Object.values(commands)[0]?.flags ?? {}).filter(isGlobal)
  return `## Flags of every command\n\n${renderFlags(flags)}`
}

function renderExitStatus() {
  const rows = Object.entries(errorCodes).map(
    ([code, meaning]) => `| ${toExitStatus(code)} | \`${code}\` | ${meaning} |`,
  )
  return `## Exit status

The same with and without \`--json\`. 0 is success, also when nothing was found. A failure prints
[an error](schemas/error.json) with one of these codes.

| status | code | meaning |
|---|---|---|
${rows.join('\n')}`
}

function renderCommand({ id, summary, description, args, flags, examples }) {
  const own = Object.values(flags).filter((flag) => !isGlobal(flag))
  const parts = [
    `## memo ${toWords(id)}`,
    summary,
    description,
    renderUsage({ id, args, flags: own }),
    renderArguments(Object.values(args)),
    own.length > 0 ? renderFlags(own) : undefined,
    renderExamples(examples ?? []),
    renderAnswers(id),
  ]
  return parts.filter((part) => part).join('\n\n')
}

function renderUsage({ id, args, flags }) {
  const names = Object.values(args).map(toPlaceholder)
  return ['```', ['memo', toWords(id), ...names, ...(flags.length > 0 ? ['[flags]'] : [])].join(' '), '```'].join('\n')
}

function toPlaceholder({ name, required, multiple }) {
  const shown = `${name.toUpperCase()}${multiple ? '…' : ''}`
  return required ? shown : `[${shown}]`
}

function renderArguments(args) {
  if (args.length === 0) return undefined
  const rows = args.map((argument) => {
    const { description, options } = argument
    const meaning = options === undefined ? description : `${description}. ${toOptions(options)}`
    return `| \`${toPlaceholder(argument)}\` | ${toCell(meaning)} |`
  })
  return ['| argument | meaning |', '|---|---|', ...rows].join('\n')
}

function renderFlags(flags) {
  const rows = flags.map((flag) => `| ${toFlagNames(flag)} | ${toFlagMeaning(flag)} |`)
  return ['| flag | meaning |', '|---|---|', ...rows].join('\n')
}

function toFlagNames({ name, type, helpValue, options, allowNo, aliases = [] }) {
  const value = type === 'boolean' ? '' : ` ${helpValue ?? (options ? name.toUpperCase() : 'VALUE')}`
  const long = `--${allowNo ? '[no-]' : ''}${name}${value}`
  return [long, ...aliases.map((alias) => `--${alias}`)].map((text) => `\`${text}\``).join(', ')
}

function toFlagMeaning({ name, summary, description, options, default: fallback, multiple, required }) {
  const parts = [name === 'json' ? 'Print the answer as JSON.' : (summary ?? description ?? '')]
  if (options !== undefined) parts.push(toOptions(options))
  if (fallback !== undefined) parts.push(`Default: \`${fallback}\`.`)
  if (multiple && !/repeated/.test(parts[0])) parts.push('May be repeated.')
  if (required) parts.push('Required.')
  return toCell(parts.join(' '))
}

function toOptions(options) {
  return `One of ${options.map((option) => `\`${option}\``).join(' ')}.`
}

function renderExamples(examples) {
  if (examples.length === 0) return undefined
  return ['```sh', ...examples.map((example) => example.replaceAll('<%= config.bin %>', 'memo')), '```'].join('\n')
}

function renderAnswers(id) {
  const links = (answers[id] ?? []).map(({ file, title }) => `[${title}](schemas/${file}.json)`)
  return links.length > 0 ? `${links.join(', ')}.` : undefined
}

function isGlobal({ helpGroup }) {
  return helpGroup === 'GLOBAL'
}

function toWords(id) {
  return id.replaceAll(':', ' ')
}

function toCell(text) {
  return text.replaceAll('|', '\\|')
}
