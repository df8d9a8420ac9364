/**
 * Secrets that nobody owns, of every kind. Put together when the test runs, from a fixed sequence, so that no file of
 * the repository holds anything that a push protection would take for one.
 */

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'

/** The same letters for the same seed; a linear congruence is random enough for a test. */
export function letters(length: number, alphabet = lower + upper + digits, seed = 7): string {
  let state = seed * 2654435761
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return alphabet[Math.floor(state / 65536) % alphabet.length]
  }).join('')
}

const hex = (length: number): string => letters(length, '0123456789abcdef')
const base64 = (length: number): string => letters(length, `${lower}${upper}${digits}+/`)
const capitals = (length: number): string => letters(length, `${upper}234567`)
const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => letters(64, undefined, n + 1)).join('\n')

function armor(label: string, text: string): string {
  const bar = '-'.repeat(5)
  return `${bar}BEGIN ${label}${bar}\n${text}\n${bar}END ${label}${bar}`
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** By kind: a text that holds it, and the secret of it that must never be shown. */
export const madeUpSecrets: readonly { name: string; kind: string; text: string; secret: string }[] = [
  whole('AWS key', 'an AWS access key', ['AK', 'IA', capitals(16)]),
  whole('AWS key of capitals', 'an AWS access key', ['AK', 'IA', letters(16, upper)]),
  whole('Google API key', 'a Google API key', ['AI', 'za', letters(35)]),
  whole('Google OAuth secret', 'a Google OAuth secret', ['GOC', 'SPX-', letters(28)]),
  whole('Entra secret', 'a Microsoft Entra client secret', [letters(3), '8Q', '~', letters(34)]),
  whole('GitHub token', 'a GitHub token', ['gh', 'p_', letters(36)]),
  whole('GitHub token of letters', 'a GitHub token', ['gh', 'p_', letters(36, lower)]),
  whole('GitHub fine-grained token', 'a GitHub token', ['github', '_pat_', letters(22), '_', letters(59)]),
  whole('GitLab token', 'a GitLab token', ['gl', 'pat-', letters(20)]),
  whole('Slack bot token', 'a Slack token', [
    'xo',
    'xb-',
    letters(12, digits),
    '-',
    letters(12, digits),
    '-',
    letters(24),
  ]),
  whole('Slack webhook', 'a Slack webhook', [
    'https://hooks.sl',
    `ack.com/services/T${capitals(8)}/B${capitals(8)}/`,
    letters(24),
  ]),
  whole('Stripe live key', 'a Stripe key', ['sk', '_live_', letters(24)]),
  whole('Stripe restricted key', 'a Stripe key', ['rk', '_test_', letters(24)]),
  whole('webhook secret', 'a webhook signing secret', ['wh', 'sec_', letters(32)]),
  whole('npm token', 'an npm token', ['np', 'm_', letters(36)]),
  whole('PyPI token', 'a PyPI token', ['py', 'pi-AgE', letters(80)]),
  whole('OpenAI key', 'an OpenAI key', ['s', 'k-', letters(20), 'T3Blbk', 'FJ', letters(20)]),
  whole('OpenAI project key', 'an OpenAI key', ['s', 'k-proj-', letters(74), 'T3Blbk', 'FJ', letters(74)]),
  whole('Anthropic key', 'an Anthropic key', ['s', 'k-ant-api03-', letters(93), 'AA']),
  whole('Hugging Face token', 'a Hugging Face token', ['h', 'f_', letters(34, lower + upper)]),
  whole('SendGrid key', 'a SendGrid key', ['S', 'G.', letters(22), '.', letters(43)]),
  whole('Shopify token', 'a Shopify token', ['shp', 'at_', hex(32)]),
  whole('DigitalOcean token', 'a DigitalOcean token', ['do', 'p_v1_', hex(64)]),
  whole('Docker token', 'a Docker token', ['dckr', '_pat_', letters(27)]),
  whole('Vault token', 'a HashiCorp Vault token', ['hv', 's.', letters(90)]),
  whole('Databricks token', 'a Databricks token', ['da', 'pi', hex(32)]),
  whole('Grafana token', 'a Grafana token', ['gl', 'sa_', letters(32), '_', hex(8)]),
  whole('Linear key', 'a Linear key', ['lin', '_api_', letters(40)]),
  whole('Notion token', 'a Notion token', ['nt', 'n_', letters(11, digits), letters(35)]),
  whole('Figma token', 'a Figma token', ['fi', 'gd_', letters(40)]),
  whole('Tailscale key', 'a Tailscale key', ['ts', 'key-auth-', letters(12), '-', letters(32)]),
  whole('age key', 'an age key', ['AGE-SEC', 'RET-KEY-1', capitals(58)]),
  inside('PKCS 8', 'a private key', armor('PRIVATE KEY', lines(9)), letters(16, undefined, 1)),
  inside(
    'encrypted RSA',
    'a private key',
    armor('RSA PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\n\n${lines(9)}`),
    letters(16, undefined, 1),
  ),
  inside('OpenSSH', 'a private key', armor('OPENSSH PRIVATE KEY', lines(5)), letters(16, undefined, 1)),
  inside(
    'OpenPGP',
    'a private key',
    armor('PGP PRIVATE KEY BLOCK', `Version: 1\n\n${lines(5)}`),
    letters(16, undefined, 1),
  ),
  inside(
    'a key in JSON',
    'a private key',
    armor('PRIVATE KEY', lines(9)).replaceAll('\n', '\\n'),
    letters(16, undefined, 1),
  ),
  inside(
    'a quoted key',
    'a private key',
    armor('EC PRIVATE KEY', lines(3)).replace(/^/gm, '> '),
    letters(16, undefined, 1),
  ),
  inside(
    'PuTTY',
    'a private key',
    `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14\n${lines(3)}`,
    letters(16, undefined, 1),
  ),
  whole('JWT', 'a JSON web token', [
    part({ alg: 'HS256', typ: 'JWT' }),
    '.',
    part({ sub: '1234567890' }),
    '.',
    letters(43),
  ]),
  inside('bearer', 'a bearer token', `curl -H "Authorization: Bearer ${letters(40)}"`, letters(40)),
  inside('basic', 'a name and password', `Authorization: Basic ${basic()}`, basic()),
  inside('HTTP address', 'a password in an address', `https://bob:${letters(16)}@db.corp.net/x`, letters(16)),
  inside(
    'database address',
    'a password in an address',
    `postgres://app:${letters(12)}@10.0.0.7:5432/app`,
    letters(12),
  ),
  inside('Redis address', 'a password in an address', `redis://:${letters(12)}@cache:6379`, letters(12)),
  inside(
    'Azure signature',
    'an Azure storage signature',
    `https://x.blob.net/c?sv=1&sig=${letters(43)}%3D`,
    letters(43),
  ),
  inside('made-up password', 'a password or key', 'db pass=Tr0ub4dor-xyz; user=app', 'Tr0ub4dor-xyz'),
  inside('said in a sentence', 'a password or key', `The admin password is ${letters(14)}.`, letters(14)),
  inside('in an environment file', 'a password or key', `DB_PASSWORD=${letters(14)}`, letters(14)),
  inside('in YAML', 'a password or key', `  clientSecret: ${letters(32)}`, letters(32)),
  inside('in JSON', 'a password or key', `{"apiKey": "${letters(32)}"}`, letters(32)),
  inside('in JSON in JSON', 'a password or key', `{\\"access_token\\":\\"${letters(32)}\\"}`, letters(32)),
  inside('in XML', 'a password or key', `<password>${letters(14)}</password>`, letters(14)),
  inside('in a call', 'a password or key', `connect(password="${letters(14)}")`, letters(14)),
  inside('in code', 'a password or key', `const API_KEY_2 = '${hex(40)}'`, hex(40)),
  inside('in a command', 'a password or key', `deploy --api-key ${letters(24)} --yes`, letters(24)),
  inside('AWS secret key', 'a password or key', `aws_secret_access_key = ${base64(40)}`, base64(40)),
  inside('Azure account key', 'a password or key', `AccountName=x;AccountKey=${base64(86)}==;`, base64(86)),
  inside('npm configuration', 'a password or key', `//registry/:_authToken=${letters(36)}`, letters(36)),
]

function basic(): string {
  return Buffer.from(`bob:${letters(12)}`).toString('base64')
}

function whole(name: string, kind: string, parts: readonly string[]) {
  return inside(name, kind, parts.join(''), parts.join(''))
}

function inside(name: string, kind: string, text: string, secret: string) {
  return { name, kind, text, secret }
}
