/**
 * Writes `docs/reference/`, the JSON Schemas of every answer and format and the pages of commands, events, settings and
 * routes, and the man page. Made from the contracts, the event types, the settings and the manifest, so it comes after the
 * build. With `--check` it writes nothing, names what is not up to date, and ends with 1.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderCliPage } from './reference/cli-page.mjs'
import { renderConfigurationPage } from './reference/configuration-page.mjs'
import { renderEventsPage } from './reference/events-page.mjs'
import { renderHttpPage } from './reference/http-page.mjs'
import { renderSchemas } from './reference/json-schemas.mjs'
import { renderManPage } from './reference/man-page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = 'docs/reference'

const { commands } = JSON.parse(readFileSync(join(root, '.oclif.manifest.json'), 'utf8'))
const { description, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const pages = new Map([
  ...renderSchemas().map(({ file, text }) => [`${folder}/schemas/${file}.json`, text]),
  [`${folder}/configuration.md`, renderConfigurationPage()],
  [`${folder}/events.md`, renderEventsPage()],
  [`${folder}/http.md`, renderHttpPage()],
  [`${folder}/cli.md`, renderCliPage(commands)],
  ['man/memo.1', renderManPage({ commands, topics: oclif.topics, description })],
])
const changed = [...pages].filter(([path, text]) => read(path) !== text).map(([path]) => path)
const gone = globSync(`${folder}/schemas/*.json`, { cwd: root }).filter((path) => !pages.has(path))

if (process.argv.includes('--check')) {
  for (const path of [...changed, ...gone]) console.error(`${path} is not up to date: run "npm run schemas"`)
  process.exitCode = changed.length + gone.length > 0 ? 1 : 0
} else {
  for (const path of changed) write(path, pages.get(path))
  for (const path of gone) rmSync(join(root, path))
}

function read(path) {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function write(path, text) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
