/**
 * `man/memo.1`: every command as the manifest has it, in mdoc (mandoc and groff read it). Undated, so that the same
 * manifest gives the same bytes.
 */
import { toExitStatus } from '../../src/lib/errors.ts'
import { errorCodes } from '../../src/vault/contracts/error.ts'
import { environmentVariables, vaultFiles } from './surroundings.mjs'

export function renderManPage({ commands, topics, description }) {
  const ids = Object.keys(commands).sort()
  const parts = [
    head(description),
    section(
      'COMMANDS',
      ids.filter((id) => !commands[id].hidden).map((id) => renderCommand(commands[id])),
    ),
    section('GLOBAL FLAGS', [list(globalFlags(commands).map(renderFlag))]),
    section('ENVIRONMENT', [
      list(environmentVariables.map(([name, text]) => item(`Ev ${name}`, text.replaceAll('`', '')))),
    ]),
    section('FILES', [list(vaultFiles.map(([path, text]) => item(`Pa ${path}`, text)))]),
    section('EXIT STATUS', [
      prose(exitIntro),
      list(exitStatuses().map(([status, text]) => item(`Li ${status}`, text))),
    ]),
    section('TOPICS', [list(Object.entries(topics).map(([name, topic]) => item(`Cm ${name}`, topic.description)))]),
    foot,
  ]
  return `${parts.join('\n').replaceAll(/\n{2,}/g, '\n')}\n`
}

const exitIntro = 'The same with and without --json.'

function head(description) {
  return String.raw`.\" Written by scripts/schemas.mjs from the manifest of the commands.
.Dd $Mdocdate$
.Dt MEMO 1
.Os
.Sh NAME
.Nm memo
.Nd ${escapeText(description.charAt(0).toLowerCase() + description.slice(1))}
.Sh SYNOPSIS
.Nm
.Ar command
.Op Ar argument ...
.Op Ar flags
.Nm
.Cm help
.Op Ar command
.Nm
.Fl -version
.Sh DESCRIPTION
A vault is a folder of Markdown records, an append-only event log that is the truth, and an index that can be thrown away.
It is
.Fl -vault ,
else
.Ev MEMO_VAULT ,
else
.Pa ~/.memo .
.Pp
The answer goes to standard output, notes and errors to standard error.
With
.Fl -json
standard output is one JSON object, on failure too.
Standard input is read only where
.Cm \-
asks for it, or where a body is expected and something stands there.`
}

const foot = `.Sh SEE ALSO
.Xr git 1 ,
.Xr less 1`

function section(name, parts) {
  return [`.Sh ${name}`, ...parts].join('\n')
}

function renderCommand({ id, summary, description, args, flags, examples = [] }) {
  const own = Object.values(flags).filter(({ helpGroup, hidden }) => helpGroup !== 'GLOBAL' && !hidden)
  const names = Object.values(args)
  return [
    `.Ss memo ${id.replaceAll(':', ' ')}${names.map((argument) => ` ${toPlaceholder(argument)}`).join('')}`,
    prose(summary),
    description ? `.Pp\n${prose(description)}` : '',
    list([...names.map(renderArgument), ...own.map(renderFlag)]),
    renderExamples(examples),
  ].join('\n')
}

function toPlaceholder({ name, required, multiple }) {
  const shown = `${name.toUpperCase()}${multiple ? ' ...' : ''}`
  return required ? shown : `[${shown}]`
}

function renderArgument({ name, description = '', options }) {
  return item(`Ar ${name.toUpperCase()}`, withOptions(description, options))
}

function renderFlag({
  name,
  char,
  type,
  allowNo,
  helpValue,
  options,
  summary,
  description,
  default: fallback,
  aliases,
}) {
  const value = type === 'boolean' ? '' : ` Ar ${escapeMacro(helpValue ?? name.toUpperCase())}`
  const written = [`Fl -${name}${value}`, ...(allowNo ? [`Fl -no-${name}`] : []), ...(char ? [`Fl ${char}`] : [])]
  const text = name === 'json' ? 'Print the answer as JSON.' : (summary ?? description ?? '')
  const default_ = fallback === undefined ? '' : ` Default: ${fallback}.`
  const also = aliases?.length ? ` Also --${aliases.join(', --')}.` : ''
  return item(written.join(' , '), `${withOptions(text, options)}${default_}${also}`)
}

function withOptions(text, options) {
  if (options === undefined) return text
  // Flags are described by sentences, arguments by a few words.
  const sentence = text === '' || text.endsWith('.') ? text : `${text}.`
  return `${sentence} One of ${options.join(', ')}.`.trim()
}

function globalFlags(commands) {
  return Object.values(Object.values(commands)[0]?.flags ?? {}).filter(({ helpGroup }) => helpGroup === 'GLOBAL')
}

function renderExamples(examples) {
  if (examples.length === 0) return ''
  const lines = examples.map((example) => escapeLine(example.replaceAll('<%= config.bin %>', 'memo')))
  return ['.Bd -literal -offset indent', ...lines, '.Ed'].join('\n')
}

function exitStatuses() {
  const meanings = Map.groupBy(Object.entries(errorCodes), ([code]) => toExitStatus(code))
  const failures = [...meanings].map(([status, codes]) => [status, `${codes.map(([, text]) => text).join('; ')}.`])
  return [[0, 'done, also when nothing was found.'], ...failures].sort(([a], [b]) => a - b)
}

function list(items) {
  return items.length === 0 ? '' : ['.Bl -tag -width Ds', ...items, '.El'].join('\n')
}

function item(term, text) {
  return `.It ${term}\n${prose(text)}`
}

/** Each sentence on a line of its own, as mdoc wants it. */
function prose(text) {
  return text
    .split(/(?<=[.!?]) (?=[A-Z"])/)
    .map(escapeLine)
    .join('\n')
}

/** A line that begins with a dot or a quote would be a request. */
function escapeLine(line) {
  return escapeText(line).replace(/^[.']/, String.raw`\&$&`)
}

const characters = {
  '\\': String.raw`\e`,
  '-': String.raw`\-`,
  '’': '\\(cq',
  '“': '\\(lq',
  '”': '\\(rq',
  '…': '...',
  '–': '\\(en',
}

function escapeText(text) {
  return text.replaceAll(/[\\’“”…–-]/g, (character) => characters[character])
}

/** A word of a macro's line; punctuation and macro names mean something else there. */
function escapeMacro(word) {
  return escapeText(word)
    .replace(/^(?=[[(|.,:;)\]?!]|[A-Z][a-z]$)/, String.raw`\&`)
    .replaceAll(' ', '\\ ')
}
