/** Every command through the program with `--json`: what it prints has the form that the committed schemas promise. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { useFakeSigner } from '../support/fake-signer.ts'
import { type Checker, closeObjects, readSchema, toChecker } from '../support/json-schema.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'

interface Case {
  args: string[]
  stdin?: string
  env?: { [name: string]: string }
  /** The committed schema that the answer must fit. */
  schema: string
  /** The exit status; 0 when left out. */
  status?: number
}

const records = [
  {
    ...{ id: 'herd', kind: 'trap', title: 'Retries stampede', body: 'Without jitter all retries come back at once.' },
    ...{ tags: ['retry'], pathPatterns: ['src/**'], severity: 'high', layer: 'domain', module: 'queue', source: 'me' },
    ...{ links: [{ type: 'relates', target: 'sqlite' }], facets: { service: ['billing'] }, entities: ['Redis'] },
    ...{ trust: 'high', evidence: ['sqlite'], validFrom: '2024-01-01', eventAt: '2024-01-01', due: '2034-01-01' },
  },
  { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' },
  { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'The queue lives in SQLite.', supersedes: 'redis' },
  { id: 'old', kind: 'scratch', title: 'Old', body: 'Passing words.', created: '2020-01-01', expiresAt: '2020-01-02' },
  { id: 'herd-too', kind: 'note', title: 'Herds', body: 'What stampedes: [[herd|these]], [[lost]].' },
]

const labelled = [
  { query: 'retries stampede', relevant: { herd: 2, 'acme/herd-too': 1 } },
  { query: 'queue', relevant: ['sqlite', 'lost'], project: '*' },
  { query: 'unheard', unanswerable: true },
]

/** By command id, on one vault in this order: an answer with everything, one with little, a failure. */
const cases: { [commandId: string]: Case[] } = {
  backfill: [
    { args: ['--vault', 'meant', '--limit', '1'], schema: 'backfill' },
    { args: [], schema: 'error', status: 1 },
  ],
  bootstrap: [
    { args: ['--query', 'queue', '--path', 'src/a.ts', '--session-id', 's', '--explain'], schema: 'bootstrap' },
    { args: ['--slug', 'nothing', '--max-bytes', '512', '--no-count'], schema: 'bootstrap' },
    { args: ['--max-bytes', '100'], schema: 'error', status: 2 },
    { args: ['--project', 'unheard'], schema: 'error', status: 1 },
  ],
  commit: [
    { args: [], schema: 'commit' },
    { args: ['--vault', ''], schema: 'error', status: 2 },
  ],
  clone: [
    { args: ['remote.git', 'copy'], schema: 'clone' },
    { args: ['remote.git', 'copy'], schema: 'error', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
  backup: [
    { args: ['b.tar.gz'], schema: 'backup' },
    { args: ['../vault/b.tar.gz'], schema: 'error', status: 1 },
    { args: ['b', '--passphrase-file', 'x'], schema: 'error', status: 2 },
  ],
  completion: [
    { args: ['zsh'], schema: 'completion' },
    { args: ['tcsh'], schema: 'error', status: 2 },
  ],
  'config:get': [
    { args: ['git.commit'], schema: 'config-get' },
    { args: ['projectAliases'], schema: 'config-get' },
    { args: ['no.such'], schema: 'error', status: 2 },
  ],
  'config:list': [
    { args: [], schema: 'config-list' },
    { args: ['--vault', ''], schema: 'error', status: 2 },
  ],
  'config:set': [
    { args: ['session.ttlDays', '3'], schema: 'config-set' },
    { args: ['session.ttlDays', 'long'], schema: 'error', status: 2 },
  ],
  diff: [
    { args: ['herd', '1d'], schema: 'diff' },
    { args: ['herd', 'now', '2099-01-01'], schema: 'diff' },
    { args: ['herd', 'someday'], schema: 'error', status: 2 },
    { args: ['nothing', 'now'], schema: 'error', status: 1 },
  ],
  doctor: [
    { args: [], schema: 'doctor' },
    { args: ['--deep', '--fix', '--rebuild'], schema: 'doctor' },
    { args: ['--vault', '/nonexistent/vault'], schema: 'doctor', status: 1 },
    { args: ['--quickly'], schema: 'error', status: 2 },
  ],
  edit: [
    { args: ['herd'], env: { VISUAL: 'true' }, schema: 'edit' },
    { args: ['herd-too'], env: { VISUAL: "sed -i 's/What/All that/'" }, schema: 'edit' },
    { args: ['herd'], env: { VISUAL: 'false' }, schema: 'error', status: 1 },
    { args: ['nothing'], schema: 'error', status: 1 },
  ],
  eval: [
    { args: ['-', '--compare', 'rrf'], stdin: toLines(labelled), schema: 'eval' },
    { args: ['-'], stdin: toLines([{ query: 'x', unanswerable: true }]), schema: 'eval' },
    { args: ['--from-log'], schema: 'eval' },
    { args: ['--from-log', '--write', 'labels.jsonl'], schema: 'eval-write' },
    { args: ['--from-log', '--write', 'labels.jsonl'], schema: 'error', status: 1 },
    { args: ['-'], stdin: toLines([{ query: 'x' }]), schema: 'error', status: 2 },
    { args: ['-', '--profile', 'none'], stdin: toLines(labelled), schema: 'error', status: 2 },
  ],
  export: [
    { args: ['queue', '--out', 'found.jsonl', '--as-of', '2099-01-01'], schema: 'export' },
    { args: ['--out', 'notes', '--format', 'markdown'], schema: 'export' },
    { args: ['unheard', '--out', 'none.csv', '--format', 'csv'], schema: 'export' },
    { args: ['--out', 'notes', '--format', 'markdown'], schema: 'error', status: 1 },
    { args: ['--out', 'notes', '--format', 'pdf'], schema: 'error', status: 2 },
  ],
  feedback: [
    { args: ['herd', '--helpful', '--comment', 'It did.', '--session-id', 's'], schema: 'feedback' },
    { args: ['herd', '--wrong'], schema: 'feedback' },
    { args: ['nothing', '--helpful'], schema: 'error', status: 1 },
  ],
  gc: [
    { args: ['--dry-run'], schema: 'gc' },
    { args: [], schema: 'error', status: 1 },
    { args: ['--project', 'unheard'], schema: 'error', status: 1 },
  ],
  get: [
    { args: ['herd', 'redis', '--session-id', 's'], schema: 'get' },
    { args: ['old', '--lines', '1-9'], schema: 'get' },
    { args: ['her', 'nothing', 'acme/sqlite'], schema: 'get', status: 1 },
    { args: ['herd', '--as-of', '2099-01-01'], schema: 'get' },
    { args: ['herd', '--as-of', '2020-01-01'], schema: 'get', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
  history: [
    { args: ['herd'], schema: 'history' },
    { args: ['acme/redis', '--limit', '1'], schema: 'history' },
    { args: ['nothing'], schema: 'error', status: 1 },
    { args: ['herd', '--limit', '0'], schema: 'error', status: 2 },
  ],
  import: [
    { args: ['obsidian', 'bad', '--dry-run'], schema: 'import', status: 1 },
    { args: ['agent-files', 'bad'], schema: 'error', status: 1 },
    { args: ['markdown', 'sample', '--project', 'sample', '--dry-run'], schema: 'import' },
    { args: ['markdown', 'sample', '--project', 'sample'], schema: 'import' },
    { args: ['markdown', 'bad'], schema: 'import', status: 1 },
    { args: ['markdown', 'nowhere/*.md'], schema: 'error', status: 1 },
  ],
  init: [
    { args: ['another'], schema: 'init' },
    { args: [], schema: 'init' },
    { args: ['bad/broken.md'], schema: 'error', status: 1 },
  ],
  list: [
    { args: ['--ephemeral', '--include-expired', '--status', 'active,superseded'], schema: 'list' },
    { args: ['--tag', 'none'], schema: 'list' },
    { args: ['--facet', 'service=billing', '--entity', 'redis', '--since', '2020-01-01'], schema: 'list' },
    { args: ['--as-of', '2099-01-01'], schema: 'list' },
    { args: ['--sort', 'name'], schema: 'error', status: 2 },
  ],
  log: [
    { args: ['--limit', '1000'], schema: 'log' },
    { args: ['--session', 'none', '--since', '1d', '--reverse'], schema: 'log' },
    { args: ['--type', 'none'], schema: 'error', status: 2 },
    { args: ['--writer', 'nobody'], schema: 'error', status: 1 },
    { args: ['--limit', '0'], schema: 'error', status: 2 },
  ],
  'log:show': [
    { args: ['0'], schema: 'error', status: 1 },
    { args: ['nothing'], schema: 'error', status: 1 },
  ],
  mcp: [
    { args: ['--http', 'nowhere'], schema: 'error', status: 2 },
    { args: ['--http', '0.0.0.0:0'], schema: 'error', status: 1 },
  ],
  optimize: [
    { args: [], schema: 'optimize' },
    { args: ['--vault', ''], schema: 'error', status: 2 },
  ],
  profiles: [
    { args: [], schema: 'profiles' },
    { args: ['precise'], schema: 'profiles' },
    { args: ['none'], schema: 'error', status: 2 },
  ],
  'project:alias': [
    { args: ['old-name', 'acme'], schema: 'project-alias' },
    { args: ['old-name', '--remove'], schema: 'project-alias' },
    { args: ['acme', 'a/b'], schema: 'error', status: 2 },
  ],
  'project:bind': [
    { args: ['acme', '--name', 'Acme'], schema: 'project-bind' },
    { args: ['acme'], schema: 'project-bind' },
    { args: ['a/b'], schema: 'error', status: 2 },
  ],
  'project:list': [
    { args: [], schema: 'project-list' },
    { args: ['all'], schema: 'error', status: 2 },
  ],
  rank: [
    { args: ['--kind', 'trap,decision'], schema: 'rank' },
    { args: ['--layer', 'none'], schema: 'rank' },
    { args: ['--facet', 'service'], schema: 'error', status: 2 },
    { args: ['--as-of', '2099-01-01'], schema: 'rank' },
    { args: ['--limit', 'many'], schema: 'error', status: 2 },
  ],
  rebuild: [
    { args: [], schema: 'rebuild' },
    { args: ['--vault', '/nonexistent/vault'], schema: 'error', status: 1 },
  ],
  recall: [
    { args: ['retries', 'queue', '--budget', '400'], schema: 'recall' },
    { args: ['queue', '--status', 'active,superseded', '--limit', '1'], schema: 'recall' },
    { args: ['unheard'], schema: 'recall' },
    { args: ['queue', '--as-of', '2099-01-01'], schema: 'recall' },
    { args: ['x', '--budget', '0'], schema: 'error', status: 2 },
  ],
  reinforce: [
    { args: ['herd', '--signal', 'helpful', '--note', 'It did.', '--session-id', 's'], schema: 'reinforce' },
    { args: ['herd', '--signal=-0.5'], schema: 'reinforce' },
    { args: ['redis', '--signal', 'neutral'], schema: 'reinforce' },
    { args: ['herd', '--signal', 'great'], schema: 'error', status: 2 },
    { args: ['nothing', '--signal', '1'], schema: 'error', status: 1 },
  ],
  reindex: [
    { args: ['--vault', 'meant', '--embeddings'], schema: 'reindex' },
    { args: ['--vault', 'meant'], schema: 'error', status: 2 },
  ],
  related: [
    { args: ['herd'], schema: 'related' },
    { args: ['acme/sqlite', '--limit', '1'], schema: 'related' },
    { args: ['herd', '--as-of', '2099-01-01'], schema: 'related' },
    { args: ['unheard'], schema: 'error', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
  replay: [
    { args: ['then', '--until', '2099-01-01'], schema: 'replay' },
    { args: ['then', '--until', '2099-01-01'], schema: 'error', status: 1 },
    { args: ['before', '--until', '2020-01-01'], schema: 'error', status: 1 },
    { args: ['after'], schema: 'error', status: 2 },
  ],
  restore: [
    { args: ['b.tar.gz', '--verify'], schema: 'restore' },
    { args: ['b.tar.gz', '--vault', 'restored'], schema: 'restore' },
    { args: ['b.tar.gz'], schema: 'error', status: 1 },
    { args: ['herd', 'acme/sqlite'], schema: 'restore-records' },
    { args: ['herd', 'nothing'], schema: 'error', status: 1 },
    { args: ['herd', 'b.tar.gz'], schema: 'error', status: 2 },
    { args: ['bad/broken.md', '--verify'], schema: 'error', status: 2 },
  ],
  search: [
    { args: ['queue', '--expand-links'], schema: 'search' },
    { args: ['retries', 'stampede', '--explain', '--hit-ids', 'herd', '--path', 'src/a.ts'], schema: 'search' },
    { args: ['queue', '--status', 'active,superseded', '--limit', '1', '--explain'], schema: 'search' },
    { args: ['--scratch', '--include-expired', '--sort', 'updated', '--explain'], schema: 'search' },
    { args: ['--sort', 'hits', '--explain'], schema: 'search' },
    { args: ['Redis', '--kind', 'decision'], schema: 'search' },
    { args: ['retries', '--max-tokens', '60', '--profile', 'precise', '--explain'], schema: 'search' },
    { args: ['retries', '--mode', 'semantic', '--max-tokens', '1'], schema: 'search' },
    { args: ['herd', '--mode', 'exact'], schema: 'search' },
    { args: ['queue', '--compact'], schema: 'search-compact' },
    { args: ['unheard', '--compact', '--all'], schema: 'search-compact' },
    { args: ['queue', '--compact', '--limit', '1', '--hit-ids', 'sqlite'], schema: 'search-compact' },
    { args: ['queue', '--profile', 'fancy'], schema: 'error', status: 2 },
    { args: ['unheard'], schema: 'search' },
    { args: ['--source', 'nobody', '--trust', 'high', '--until', '1d'], schema: 'search' },
    { args: ['--entity', 'Redis', '--status', 'done'], schema: 'search' },
    { args: ['???'], schema: 'search' },
    { args: ['queue', '--as-of', '2099-01-01'], schema: 'search' },
    { args: ['queue', '--as-of', '2020-01-01'], schema: 'search' },
    { args: ['queue', '--as-of', '2099-01-01', '--hit-ids', 'herd'], schema: 'error', status: 2 },
    { args: ['x', '--as-of', 'someday'], schema: 'error', status: 2 },
    { args: ['x', '--project', 'unheard'], schema: 'error', status: 1 },
  ],
  sign: [
    { args: ['--key', 'key'], schema: 'sign' },
    { args: [], schema: 'error', status: 2 },
  ],
  // What it answers when it listens is tested where it is ended.
  serve: [
    { args: ['--host', '0.0.0.0'], schema: 'error', status: 1 },
    { args: ['--port', '99999'], schema: 'error', status: 2 },
  ],
  stats: [
    { args: ['--all'], schema: 'stats' },
    { args: ['--since', '2020-01-01'], schema: 'stats' },
    { args: ['--since', 'sometimes'], schema: 'error', status: 2 },
  ],
  status: [
    { args: [], schema: 'status' },
    { args: ['--refresh', '--project', 'acme'], schema: 'status' },
    { args: ['--vault', 'meant'], schema: 'status' },
    { args: ['--project', 'a/b'], schema: 'error', status: 2 },
  ],
  setup: [
    { args: ['codex', '--print'], schema: 'setup' },
    { args: ['codex', '--scope', 'project', '--yes'], schema: 'setup' },
    { args: ['codex', '--scope', 'project', '--remove', '--yes'], schema: 'setup' },
    { args: ['cursor'], schema: 'error', status: 1 },
    { args: ['emacs'], schema: 'error', status: 2 },
  ],
  show: [
    { args: ['herd'], schema: 'show' },
    { args: ['old', '--at', '2099-01-01'], schema: 'show' },
    { args: ['herd', '--at', '2020-01-01'], schema: 'error', status: 1 },
    { args: ['herd', '--at', '0zzzz'], schema: 'error', status: 1 },
    { args: ['herd', '--at', 'someday'], schema: 'error', status: 2 },
  ],
  sync: [
    { args: ['--dry-run'], schema: 'sync' },
    { args: [], schema: 'sync' },
    { args: ['--vault', 'copy'], schema: 'sync' },
    { args: ['--remote', 'nowhere'], schema: 'error', status: 2 },
    { args: ['--vault', 'another'], schema: 'error', status: 1 },
  ],
  timeline: [
    { args: ['herd', '--before', '9', '--after', '9'], schema: 'timeline' },
    { args: ['--query', 'queue', '--all', '--as-of', '2099-01-01'], schema: 'timeline' },
    { args: ['--query', 'unheard'], schema: 'timeline' },
    { args: ['--query', 'Redis', '--kind', 'decision'], schema: 'timeline' },
    { args: ['nothing'], schema: 'error', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
  traverse: [
    { args: ['redis', '--depth', '3', '--as-of', '2099-01-01'], schema: 'traverse' },
    { args: ['herd-too', '--limit', '1'], schema: 'traverse' },
    { args: ['herd', '--depth', '4'], schema: 'error', status: 2 },
  ],
  // On a terminal it has no JSON either.
  tui: [{ args: [], schema: 'error', status: 2 }],
  undo: [
    { args: ['--dry-run'], schema: 'error', status: 1 },
    { args: ['--vault', 'meant', '--dry-run'], schema: 'undo' },
    { args: ['--vault', 'meant'], schema: 'error', status: 1 },
    { args: ['--vault', 'meant', '--yes'], schema: 'undo' },
    { args: ['now'], schema: 'error', status: 2 },
  ],
  upsert: [
    { args: ['--kind', 'note', '--body', 'New.'], schema: 'upsert' },
    { args: ['--id', 'herd', '--tag', 'retry'], schema: 'upsert' },
    { args: ['--kind', 'spec', '--title', 'Queue', '--body', 'It.', '--supersedes', 'sqlite'], schema: 'upsert' },
    { args: ['--batch', '-'], stdin: toLines([...records, { kind: 'wish' }]), schema: 'upsert-batch', status: 1 },
    { args: ['--batch', '-'], stdin: '', schema: 'upsert-batch' },
    { args: ['--kind', 'note', '--body', ''], schema: 'error', status: 2 },
  ],
  verify: [
    { args: [], schema: 'verify' },
    { args: ['--signed'], schema: 'verify' },
    { args: ['--vault', '/nonexistent/vault'], schema: 'error', status: 1 },
  ],
  why: [
    { args: ['herd'], schema: 'why' },
    { args: ['herd', '--query', 'retries'], schema: 'why' },
    { args: ['redis', '--query', 'queue', '--limit', '1', '--profile', 'precise'], schema: 'why' },
    { args: ['herd', '--query', '???'], schema: 'error', status: 2 },
    { args: ['nothing'], schema: 'error', status: 1 },
  ],
  // What it says while it runs is in test/commands/watch.test.ts.
  watch: [{ args: ['--vault', '/nonexistent/vault'], schema: 'error', status: 1 }],
  add: [
    { args: ['Quick', '--kind', 'task'], schema: 'add' },
    { args: ['--title', 'Piped', '--stdin'], stdin: 'Words.', schema: 'add' },
    { args: [], schema: 'error', status: 2 },
    { args: ['One', '--title', 'Two'], schema: 'error', status: 2 },
  ],
  archive: [
    { args: ['herd-too', 'old', '--reason', 'not now'], schema: 'archive' },
    { args: ['old'], schema: 'archive' },
    { args: ['herd', 'nothing'], schema: 'error', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
  link: [
    { args: ['herd', 'fixes', 'old'], schema: 'link' },
    { args: ['herd', 'helps', 'lost', '--force'], schema: 'link' },
    { args: ['herd', 'cures', 'old'], schema: 'error', status: 2 },
    { args: ['herd', 'fixes', 'nothing'], schema: 'error', status: 1 },
  ],
  move: [
    { args: ['herd', '--id', 'stampede'], schema: 'move' },
    { args: ['herd', '--id', 'herd'], schema: 'move' },
    { args: ['herd', '--id', 'sqlite'], schema: 'error', status: 1 },
    { args: ['herd', '--project', 'nowhere'], schema: 'error', status: 1 },
    { args: ['herd'], schema: 'error', status: 2 },
  ],
  unlink: [
    { args: ['herd', 'fixes', 'old'], schema: 'unlink' },
    { args: ['herd', 'old'], schema: 'unlink' },
    { args: ['herd'], schema: 'error', status: 2 },
  ],
  // Last, because the others ask for what it takes away.
  forget: [
    { args: ['herd-too', '--reason', 'was wrong'], schema: 'error', status: 1 },
    { args: ['herd-too', '--reason', 'was wrong', '--yes'], schema: 'forget' },
    { args: ['herd-too', '--redact', '--yes'], schema: 'forget' },
    { args: ['herd', '--redact-history', '--reason', 'none', '--yes'], schema: 'error', status: 2 },
    { args: ['nothing'], schema: 'error', status: 1 },
    { args: [], schema: 'error', status: 2 },
  ],
}

async function makeFilledVault(folder: string): Promise<CliVault> {
  const vault = await makeCliVault(folder)
  useFakeSigner(vault.root, vault.cwd)
  await vault.ask(['project', 'bind', 'acme'])
  await vault.ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  await vault.ask(['get', 'herd'])
  await vault.ask(['search', 'stampede', '--hit-ids', 'herd'])
  for (const rating of ['--stale', '--stale', '--wrong']) await vault.ask(['feedback', 'herd', rating])
  return vault
}

/** What the cases find in the working directory. */
async function addSurroundings(vault: CliVault): Promise<void> {
  mkdirSync(join(vault.cwd, 'bad'))
  writeFileSync(join(vault.cwd, 'bad/broken.md'), '---\nkind: [\n---\nText.\n')
  await makeMeantVault(vault)
  execFileSync('git', ['init', '-q', '--bare', join(vault.cwd, 'remote.git')])
  await vault.ask(['sync', '--remote', './remote.git'])
}

/** Beside the other, with an embedder, and texts that it has not seen. */
async function makeMeantVault({ ask }: CliVault): Promise<void> {
  await ask(['init', 'meant'])
  for (const [name, value] of [
    ['enabled', 'true'],
    ['provider', 'sentence-encoder'],
  ]) {
    await ask(['config', 'set', `embeddings.${name}`, `${value}`, '--vault', 'meant'])
  }
  await ask(['upsert', '--batch', '-', '--vault', 'meant'], { stdin: toLines(records) })
}

const checkers = new Map<string, { open: Checker; closed: Checker }>()

function checkerOf(file: string): { open: Checker; closed: Checker } {
  const schema = readSchema(file)
  const made = checkers.get(file) ?? { open: toChecker(schema), closed: toChecker(closeObjects(schema)) }
  checkers.set(file, made)
  return made
}

/** The schema holds, and the answer says nothing that it does not name. */
function expectForm(file: string, answer: unknown): void {
  const { open, closed } = checkerOf(file)
  expect(open(answer), file).toEqual([])
  expect(closed(answer), `${file}, closed`).toEqual([])
}

describe('--json', () => {
  const folder = makeSharedTempDir()
  let vault: CliVault

  beforeAll(async () => {
    vault = await makeFilledVault(folder)
    await addSurroundings(vault)
  })

  test('every command has its cases', () => {
    const manifest = JSON.parse(readFileSync(join(packageRoot, '.oclif.manifest.json'), 'utf8'))
    expect(Object.keys(cases).sort()).toEqual(Object.keys(manifest.commands).sort())
  })

  test.each(Object.entries(cases))('memo %s', async (id, calls) => {
    for (const { args, stdin, env = {}, schema, status = 0 } of calls) {
      const cwd = args.includes('sample') ? packageRoot : vault.cwd
      const given = [...id.split(':'), ...args, '--json']
      const result = await vault.memo(given, { cwd, env, ...(stdin !== undefined && { stdin }) })
      expect(result.status, `${given.join(' ')}: ${result.stdout}${result.stderr}`).toBe(status)
      expectForm(schema, result.json())
    }
  })
})

describe('on disk', () => {
  const folder = makeSharedTempDir()
  let vault: CliVault

  beforeAll(async () => {
    vault = await makeFilledVault(folder)
  })

  test('lines of the log and of an export, frontmatter and settings have their forms', async () => {
    const { ask, memo, root } = vault
    await ask(['config', 'set', 'git.commit', 'off'])
    const read = (path: string): string => readFileSync(join(root, path), 'utf8')
    expectForm('config', JSON.parse(read('config.json')))
    const lines = globSync('events/*/*.jsonl', { cwd: root }).flatMap((path) => read(path).trimEnd().split('\n'))
    expect(lines.length).toBeGreaterThan(records.length)
    for (const line of lines) expectForm('event', JSON.parse(line))
    const files = globSync('projects/acme/*/*.md', { cwd: root })
    expect(files).toHaveLength(records.length)
    const exported = await memo(['export'])
    expect(exported.stdout.trimEnd().split('\n')).toHaveLength(records.length)
    for (const line of exported.stdout.trimEnd().split('\n')) expectForm('export-line', JSON.parse(line))
    for (const file of files) expectForm('frontmatter', parse(read(file).split('---\n')[1] ?? ''))
  })

  test('a line of an unknown type or without its data has a form too, and one with the wrong data has none', async () => {
    const { root } = vault
    const [path = ''] = globSync('events/*/*.jsonl', { cwd: root })
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n')
    const line = lines.map((text) => JSON.parse(text)).find(({ type }) => type === 'record.rated')
    expectForm('event', { ...line, type: 'record.praised' })
    expectForm('event', { ...line, data: { redacted: true } })
    expect(checkerOf('event').open({ ...line, data: {} })).not.toEqual([])
    expect(checkerOf('event').open({ ...line, type: 'record.hit' })).not.toEqual([])
  })

  // Last, because of the damage.
  test('a damaged log, an event shown, and keys that a person added', async () => {
    const { ask, memo, root } = vault
    const { events } = (await ask(['log'])) as { events: { id: string }[] }
    expectForm('log-show', await ask(['log', 'show', events[0]?.id ?? '']))
    const [note = ''] = globSync('projects/acme/notes/*.md', { cwd: root }).map((path) => join(root, path))
    writeFileSync(note, readFileSync(note, 'utf8').replace('---\n', '---\nmood: {good: [1, true, null]}\n'))
    const got = await ask(['get', 'herd-too'])
    expect(got).toMatchObject({ records: [{ mood: { good: [1, true, null] } }] })
    expect(checkerOf('get').open(got)).toEqual([])
    expect(checkerOf('get').closed(got)).toEqual([expect.stringContaining('"mood"')])
    const [segment = ''] = globSync('events/*/*.jsonl', { cwd: root }).map((path) => join(root, path))
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('Retries stampede', 'Retries Stampede'))
    const verified = await memo(['verify', '--signed', '--json'])
    expect(verified.status).toBe(3)
    expectForm('verify', verified.json())
    const examined = await memo(['doctor', '--json'])
    expect(examined.status).toBe(3)
    expectForm('doctor', examined.json())
  })
})
