/**
 * A name inside a sentence finds the record that mentions it, first of all: before records that hold the words of the
 * sentence in their titles, and before those with names that share its parts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { findIds } from '../support/search-vault.ts'
import { makeSharedTempDir } from '../support/temp-dir.ts'
import { makeVault, putAll, testPorts } from '../support/vault.ts'

/** A name, and others that share parts with it. */
type Name = [name: string, ...decoys: string[]]

const names: readonly Name[] = [
  ['OPS-1042', 'OPS-1043', 'OPS-104', 'OPS', '1042'],
  ['E11000', 'E1100', 'E11001', '11000'],
  ['v1.8.0', 'v1.8.01', 'v1.80', '1.8', 'v1.8.0-rc.1'],
  ['v2', 'v20', 'v3', '2'],
  ['useCallback', 'useCallbackRef', 'use', 'callback', 'callbackUse'],
  ['snake_case_name', 'snake_case', 'case_name_snake', 'snake case names'],
  ['MAX_RETRY_COUNT', 'MAX_RETRY', 'RETRY_COUNT_MAX', 'max retry counts'],
  ['@scope/pkg', '@scope/pkg-core', '@scope/other', 'pkg', 'scope'],
  ['@types/node', '@types/react', 'node', 'types'],
  ['C++', 'C', 'C+', 'C+1', 'C plus plus'],
  ['C#', 'C', 'C4', 'D#'],
  ['F#', 'F', 'F1', 'C'],
  ['.NET', 'NET', 'net', 'dotnet'],
  ['.env', 'env', '.env.local', 'environment'],
  ['node:fs', 'node:path', 'fs', 'node'],
  ['net/http', 'net/url', 'http', 'net'],
  ['src/lib/a-b.ts', 'src/lib/a-c.ts', 'src/a-b', 'lib', 'a-b'],
  ['src/queue.ts:88', 'src/queue.go:88', 'queue', '88'],
  ['/etc/nginx/nginx.conf', '/etc/nginx/mime.types', 'nginx', 'nginx.conf.bak'],
  [String.raw`C:\tools\run.exe`, String.raw`C:\tools\stop.exe`, 'tools', 'run'],
  [String.raw`.\scripts\deploy.ps1`, String.raw`.\scripts\destroy.ps1`, 'scripts', 'deploy'],
  ['https://example.com/a?b=c#d', 'https://example.com/a', 'https://example.com/b?b=c', 'example'],
  ['https://docs.example.org/guide/start', 'https://docs.example.org/guide/stop', 'guide', 'start'],
  ['ERR_MODULE_NOT_FOUND', 'ERR_MODULE', 'module not found', 'ERR_NOT_FOUND_MODULE'],
  ['ECONNREFUSED', 'ECONNRESET', 'refused', 'connection'],
  ['0x80070005', '0x80070002', '80070005', '0x8007'],
  ['CVE-2024-3094', 'CVE-2024-3095', 'CVE-2023-3094', 'CVE', '3094'],
  ['--no-verify', 'verify', 'no verify', '--no-verify-ssl'],
  ['--dry-run', 'dry run', '--dry', 'run'],
  ['$HOME', 'HOME', 'home', '$HOMEBREW'],
  ['foo.bar()', 'foo.baz()', 'foo', 'bar', 'bar.foo()'],
  ['Array.prototype.flatMap', 'Array.prototype.flat', 'flatMap', 'array prototype'],
  ['std::vector', 'std::string', 'vector', 'std'],
  ['App\\Models\\User', 'App\\Models\\Post', 'user', 'models'],
  ['#1234', '#1235', '1234', '#123'],
  ['10.0.0.1:8080', '10.0.0.1:8081', '10.0.0.2:8080', '8080'],
  ['192.168.1.17', '192.168.1.1', '192.168.1.170', '17'],
  ['2024-11-30', '2024-11-3', '2024-11-29', '2024-11', '30'],
  ['550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440001', '550e8400', 'e29b'],
  ['3f2a91c', '3f2a91d', '3f2a91', '3f2a91c0de'],
  ['ops.team@example.com', 'ops.lead@example.com', 'team@example.com', 'ops team'],
  ['k8s', 'k3s', 'k8', 's8k'],
  ['i18n', 'l10n', 'i18', 'i18next'],
  ['utf-8', 'utf-16', 'utf', '8'],
  ['x86_64', 'x86', 'x64', 'arm64'],
  ['HTTP/2', 'HTTP/3', 'HTTP', '2'],
  ['TCP/IP', 'TCP', 'IP', 'UDP/IP'],
  ['OAuth2', 'OAuth1', 'OAuth', 'auth'],
  ['iPhone15', 'iPhone14', 'iPhone', 'phone'],
  ['XMLHttpRequest', 'HttpRequest', 'XML request', 'XMLHttpResponse'],
  ['feature/login-form', 'feature/login', 'bugfix/login-form', 'login form'],
  ['origin/main', 'origin/dev', 'main', 'origin'],
  ['docker-compose.yml', 'docker-compose.override.yml', 'docker', 'compose'],
  ['Dockerfile.prod', 'Dockerfile.dev', 'Dockerfile', 'prod'],
  ['pg_stat_activity', 'pg_stat_user', 'activity', 'pg_stat'],
  ['users.email', 'users.name', 'email', 'users'],
  ['p95', 'p99', 'p9', '95'],
  ['sk_live_4eC39', 'sk_test_4eC39', 'sk_live', '4eC38'],
  ['a11y', 'a12y', 'a11', 'y11a'],
]

/** Content words of the templates stand in the decoys, in their titles too, and in no record that is to be found. */
const templates: { [how: string]: (name: string) => string } = {
  bare: (name) => name,
  'in a question': (name) => `what happened in ${name}?`,
  'in round brackets': (name) => `what is this (${name})`,
  'in square brackets': (name) => `[${name}] happened`,
  'in angle brackets': (name) => `fail <${name}>`,
  'in braces': (name) => `{${name}}`,
  'in double quotes': (name) => `"${name}"`,
  'in double quotes in a question': (name) => `what is the meaning of "${name}"?`,
  'in single quotes': (name) => `'${name}'`,
  'in curly quotes': (name) => `meaning of “${name}”`,
  'in backticks': (name) => `why does \`${name}\` fail`,
  'before a comma': (name) => `${name}, what is the meaning`,
  'before a full stop': (name) => `Why does ${name} fail.`,
  'at the end, before a full stop': (name) => `we saw ${name}.`,
  'before a colon': (name) => `${name}: meaning`,
  'before a semicolon': (name) => `${name}; why did it fail`,
  'before an exclamation mark': (name) => `it happened in ${name}!`,
  'before an ellipsis': (name) => `${name}… did it fail?`,
  'before a dash': (name) => `${name} — what happened`,
  'behind words': (name) => `tell me the meaning of ${name}`,
  'in bold': (name) => `what does **${name}** do`,
  'in Chinese': (name) => `${name} 是什么`,
}

const inOther: { [how: string]: (name: string) => string } = {
  'in small letters': (name) => `what happened in ${name.toLowerCase()}?`,
  'in capitals': (name) => `WHY DOES ${name.toUpperCase()} FAIL`,
}

const folder = makeSharedTempDir()
let vault: Vault

beforeAll(async () => {
  vault = (await makeVault(testPorts(), folder)).vault
  await putAll(vault, [...names.keys()].flatMap(recordsOf))
  await putAll(vault, fillers)
})

afterAll(() => closeVault(vault))

function recordsOf(at: number) {
  const [name = '', ...decoys] = names[at] ?? []
  const mention = {
    id: idOf(at),
    title: `Observation ${at}`,
    body: bodies[at % bodies.length]?.replace('NAME', () => name),
  }
  return [mention, ...decoys.map((decoy, place) => toDecoy(decoy, at, place))]
}

const bodies = [
  'On Tuesday the build of the reporting service stopped at NAME and nobody noticed before noon.',
  'Ben looked into NAME for the mobile team. Nothing was changed.',
  'The team has agreed on NAME for now (see the minutes).',
  'Noted down while pairing: NAME, then a second look at the logs.',
]

function toDecoy(decoy: string, at: number, place: number) {
  const title = [`What happened in ${decoy}`, `Why does ${decoy} fail`, `Meaning of ${decoy}`][place % 3]
  return { id: `decoy-${at}-${place}`, title, body: `${decoy} fail. It happened again, ${decoy}: we saw the meaning.` }
}

const fillers = [
  {
    id: 'filler-1',
    title: 'What happened',
    body: 'What does it mean to fail? Why did it fail, what happened, what is the meaning of it',
  },
  { id: 'filler-2', title: 'Meaning', body: 'the meaning of what happened, and why things fail' },
  { id: 'filler-3', title: 'Why does it fail', body: 'tell me why: happened, meaning, fail, saw' },
]

function idOf(at: number): string {
  return `record-${at}`
}

/** Queries whose first hit is another record than the one that mentions the name. */
async function findMisses(toQuery: (name: string) => string): Promise<string[]> {
  const misses: string[] = []
  for (const [at, [name]] of names.entries()) {
    const [first] = await findIds(vault, toQuery(name), { limit: 3 })
    if (first !== idOf(at)) misses.push(`${toQuery(name)}: ${first}`)
  }
  return misses
}

test.each(Object.entries({ ...templates, ...inOther }))(
  '%s, an identifier finds its record first',
  async (_, toQuery) => {
    expect(await findMisses(toQuery)).toEqual([])
  },
)

test('of two in one question, one is first and the other near', async () => {
  for (const [at, [name]] of names.entries()) {
    const other = (at + 1) % names.length
    const query = `did ${name} fail because of ${names[other]?.[0]}?`
    const ids = await findIds(vault, query, { limit: 5 })
    expect([idOf(at), idOf(other)], query).toContain(ids[0])
    expect(ids, query).toEqual(expect.arrayContaining([idOf(at), idOf(other)]))
  }
})
