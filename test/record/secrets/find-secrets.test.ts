import { describe, expect, test } from 'vitest'
import { describeSecret, findSecrets, maskSecrets } from '../../../src/record/secrets/find-secrets.ts'
import { mayHoldSecret } from '../../../src/record/secrets/hint.ts'
import { secretRules } from '../../../src/record/secrets/rules.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { letters, madeUpSecrets } from '../../support/made-up-secrets.ts'

describe('what looks like a secret', () => {
  test.each(madeUpSecrets)('$name is $kind', ({ kind, text, secret }) => {
    const told = `Deploy notes\n\nfirst ${text}\nlast`
    expect(mayHoldSecret(told)).toBe(true)
    const found = findSecrets(told)
    expect(found.map((each) => [each.kind, each.line >= 3])).toEqual([[kind, true]])
    expect(found[0]?.text).toContain(secret.slice(0, 16))
  })

  test.each(madeUpSecrets)('$name is shown by no more than the beginning of its kind', ({ text, secret }) => {
    const shown = [maskSecrets(text), ...findSecrets(text).map(describeSecret)].join('\n')
    for (let at = 0; at + 8 <= Math.min(secret.length, 40); at++) {
      expect(shown).not.toContain(secret.slice(at, at + 8))
    }
  })

  test('every kind has an example', () => {
    const told = new Set(madeUpSecrets.map(({ kind }) => kind))
    const kinds = new Set(secretRules.map(({ kind }) => kind))
    expect([...kinds].filter((kind) => !told.has(kind))).toEqual(['a Google access token'])
  })
})

describe('what looks like one and is none', () => {
  const digest = '9fceb02d0ae598e95dc970b74767f19372d61af8'
  test.each([
    `commit ${digest}`,
    `token: ${digest}`,
    `sha256:${digest}${digest.slice(0, 24)}`,
    'the key is 550e8400-e29b-41d4-a716-446655440000',
    'token = 550e8400-e29b-41d4-a716-446655440000',
    'session_token: 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    `"integrity": "sha512-${letters(86)}=="`,
    `![](data:image/png;base64,iVBORw0KGgo${letters(400, undefined, 3)})`,
    `aws: ${['AK', 'IA'].join('')}IOSFODNN7EXAMPLE`,
    'password=<password>, token: <token>',
    `GITHUB_TOKEN=${['gh', 'p_'].join('')}${'x'.repeat(36)}`,
    'token: xxxxxxxxxxxxxxxxxxxx',
    'Authorization: Bearer $' + '{TOKEN}',
    'API_KEY=$' + '{API_KEY:-none}, SECRET=$SECRET_KEY, password: {{ vault.password }}',
    'postgres://user:password@localhost/db and postgres://postgres:postgres@db:5432/app',
    'https://$' + '{USER}:$' + '{PASSWORD}@example.org/',
    'https://example.org:8080/a@b and mailto:bob@example.org',
    'token = process.env.GITHUB_TOKEN2, secret: config.get("a1b2c3d4")',
    'password: string, token: Uint8Array, apiKey: ApiKeyV2Provider',
    'secret: my-app-secret-v2, credentials: vault/data/prod/db1',
    'The token is refreshed every 15min; the password is never stored.',
    'auth key: see docs/auth-2024.md',
    'access_key_id is logged, private key files begin with -----BEGIN PRIVATE KEY-----',
    'password: correct-horse-battery-staple',
    'password="changeme", password=test1234, password: hunter2',
    '--token TOKEN --password-file /run/secrets/db1a2b3c4d',
    'badge.svg?token=LDLaqe4PsI',
    'api_key: https://example.org/keys/a1b2c3d4e5',
    'tokens: 128000, max_tokens=4096, token_budget: 8192',
  ])('%s', (text) => {
    expect(findSecrets(text).map(({ kind, line }) => [kind, line])).toEqual([])
    expect(maskSecrets(text)).toBe(text)
  })
})

test('B120 a password and keys in one text are each told, with their lines', () => {
  const key = ['AK', 'IA', 'QWERTYUIOPASDFGH'].join('')
  const token = ['gh', 'p_', 'abcdefghijklmnopqrstuvwxyzabcdefghij'].join('')
  const text = `db pass=Tr0ub4dor-xyz; key ${key}; ${token};\n-----BEGIN ${'PRIVATE KEY'}-----\n${letters(64)}`
  expect(findSecrets(text).map(({ kind, line }) => [kind, line])).toEqual([
    ['a password or key', 1],
    ['an AWS access key', 1],
    ['a GitHub token', 1],
    ['a private key', 3],
  ])
})

test.each([
  'password=',
  'secret key token ',
  'eyJ',
  'eyJhbGciOiJIUzI1NiJ9.',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY----- a: b',
  'PuTTY-User-Key-File-3:',
  'a://b:c',
  'a'.repeat(50),
  'bearer ',
  'api_key: aB3',
  '--a-a-a-password ',
])('%j, repeated to half a megabyte, costs linear time', (piece) => {
  const text = piece.repeat(Math.ceil(500_000 / piece.length))
  // Quadratic time would take minutes; the bound leaves room for a machine that is slow.
  expect(cpuMsOf(() => findSecrets(text))).toBeLessThan(10_000)
})
