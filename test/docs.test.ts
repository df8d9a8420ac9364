/**
 * What README and `docs/` show is what the program does. Every `console` block is run and its output compared; to accept
 * what it prints, run with `-u` and read the difference. Calls that are only shown must be calls that there are, and
 * links lead somewhere.
 */
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Counters, contentFieldNames } from '../src/record/schema.ts'
import { packageRoot } from './support/cli.ts'
import { findProblem, isFlag, listCalls } from './support/doc-calls.ts'
import { listAnchors, listBlocks, listCodeSpans, listLinks } from './support/doc-page.ts'
import { rerun } from './support/doc-runner.ts'
import { makeSharedTempDir } from './support/temp-dir.ts'

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: packageRoot })].sort()
const texts = new Map(pages.map((page) => [page, readFileSync(join(packageRoot, page), 'utf8')]))
/** Decisions tell of what was not done as well. */
const ofToday = [...texts].filter(([page]) => !page.startsWith('docs/decisions/'))
const folder = makeSharedTempDir()

describe('what a page shows is what comes out', () => {
  const shown = [...texts].filter(([, text]) => text.includes('\n```console\n'))

  test.concurrent.for(shown)('%s', { timeout: 120_000 }, async ([page, text], { expect }) => {
    const place = join(folder, page)
    mkdirSync(place, { recursive: true })
    await expect(await rerun(text, place), page).toMatchFileSnapshot(join(packageRoot, page))
  })
})

test('each call of memo that a page shows is one that there is', () => {
  const wrong = ofToday.flatMap(([page, text]) => {
    const code = [...listBlocks(text, 'sh'), ...listCodeSpans(text).filter((span) => span.startsWith('memo '))]
    return code.flatMap(listCalls).flatMap((words) => {
      const problem = findProblem(words)
      return problem === undefined ? [] : [`${page}: ${words.join(' ')}: ${problem}`]
    })
  })
  expect(wrong).toEqual([])
})

test('each flag that a page names is one of some command', () => {
  const wrong = ofToday.flatMap(([page, text]) =>
    listCodeSpans(text)
      .filter((span) => /^--[a-z]/.test(span) && !flagsOfScripts.includes(span) && !isFlag(span))
      .map((span) => `${page}: ${span}`),
  )
  expect(wrong).toEqual([])
})

/** Of `npm run bench…`, which pages explain. */
const flagsOfScripts = ['--quick', '--update']

test('links lead to files that are there, and to headings in them', () => {
  const dead = [...texts].flatMap(([page, text]) =>
    listLinks(text)
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('every page of docs/ is in its index', () => {
  const index = listLinks(texts.get('docs/README.md') ?? '').map((target) => normalize(join('docs', target)))
  const wanted = pages.filter((page) => /^docs\/[^/]*\.md$/.test(page) && page !== 'docs/README.md')
  expect(wanted.filter((page) => !index.includes(page))).toEqual([])
})

test('the page of the files tells every field of a record', () => {
  const told = listCodeSpans(texts.get('docs/file-format.md') ?? '')
  const fields = ['id', 'project', ...contentFieldNames, ...Object.keys(Counters.shape)].filter(
    (name) => name !== 'body',
  )
  expect(fields.filter((name) => !told.includes(name))).toEqual([])
})

test('the page of troubles tells every finding of the doctor, and no other', () => {
  const sources = globSync('src/vault/doctor/*.ts', { cwd: packageRoot })
  const lines = sources.flatMap((path) => readFileSync(join(packageRoot, path), 'utf8').match(/\bcode: .*/g) ?? [])
  const codes = lines.flatMap((line) => line.match(/(?<=')[a-z]+(?:-[a-z]+)+(?=')/g) ?? [])
  const [, findings = ''] = (texts.get('docs/troubleshooting.md') ?? '').split('\n## What the doctor finds\n')
  const told = listCodeSpans(findings.replace(/\|[^|]*\|[^|]*\|$/gm, ''))
  expect(codes.length).toBeGreaterThan(50)
  expect(codes.filter((code) => !told.includes(code))).toEqual([])
  expect(told.filter((code) => code.includes('-') && !codes.includes(code) && !lineFaults.includes(code))).toEqual([])
})

/** Their codes are put together. */
const lineFaults = ['chain', 'sequence', 'fork', 'duplicate', 'foreign'].map((fault) => `log-${fault}`)

test('a command, a flag, a value that is not there, and an argument too many, are found', () => {
  const calls = listCalls(`memo serch x
memo search --knd trap "$(memo nope y)" | xargs -r memo get -- --x  # memo never
fzf --preview 'memo show {2}' --bind 'enter:become(memo get {2})'
memo search --kind=trap,nose; memo commit now
memo upsert --body 'a memo serch' \\
  --facet a=b [--wrong now]`)
  expect(calls.map(findProblem)).toEqual([
    'there is no command serch x',
    'there is no flag --knd',
    'there is no command nope y',
    undefined,
    undefined,
    undefined,
    '--kind cannot be trap,nose',
    'too many arguments',
    'there is no flag --wrong',
  ])
})

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : relative('.', join(dirname(page), path))
  if (!existsSync(join(packageRoot, file))) return false
  return anchor === undefined || listAnchors(texts.get(file) ?? '').includes(anchor)
}
