/** `docs/reference/http.md`: every route of the monitor as its table has it. */
import { otherRoutes, routes } from '../../src/monitor/routes/table.ts'
import { errorCodes } from '../../src/vault/contracts/error.ts'
import { httpErrorCodes } from '../../src/vault/contracts/http-failure.ts'

export function renderHttpPage() {
  return `${[intro, ...routes.map(renderRoute), ...otherRoutes.map(renderOther), renderErrors()].join('\n\n')}\n`
}

const intro = `# HTTP API

<!-- Written by scripts/schemas.mjs from src/monitor/routes. -->

What \`memo serve\` answers; how to run it is in [monitor.md](../monitor.md). Every route is \`GET\` (and \`HEAD\`), changes
nothing and counts no use. An answer is one JSON object; the form of each is a JSON Schema under [schemas](schemas). An
unknown parameter is refused.`

function renderRoute({ path, summary, parameters, answer }) {
  const rows = Object.entries(parameters.shape).map(([name, { description }]) => `| \`${name}\` | ${description} |`)
  const table = rows.length === 0 ? [] : [['| parameter | meaning |', '|---|---|', ...rows].join('\n')]
  return [`## GET ${path}`, summary, ...table, renderAnswer(answer)].join('\n\n')
}

function renderOther({ path, summary, isOpen, answer }) {
  const access = isOpen ? ['Asks for no token.'] : []
  return [`## GET ${path}`, summary, ...access, ...(answer === undefined ? [] : [renderAnswer(answer)])].join('\n\n')
}

function renderAnswer(file) {
  return `Answer: [${file}](schemas/${file}.json).`
}

function renderErrors() {
  const rows = Object.entries({ ...httpErrorCodes, ...errorCodes }).map(
    ([code, meaning]) => `| \`${code}\` | ${meaning} |`,
  )
  return ['## Failures', 'A failure is [an error](schemas/http-error.json) with one of these codes.', table(rows)].join(
    '\n\n',
  )
}

function table(rows) {
  return ['| code | meaning |', '|---|---|', ...rows].join('\n')
}
