/**
 * What a secret looks like, a row for each kind. Written from the issuers' own descriptions where there are any; how far
 * a format reaches (lengths, alphabets) was compared with the public rule sets of gitleaks and secretlint, named by
 * rule. Neither is a dependency: gitleaks is no library, and secretlint answers asynchronously, while the gate is asked
 * under the vault's lock; nor does its recommended set know bearer tokens, JWTs or assignments.
 *
 * Invariant: every quantifier is bounded or eats what the next part cannot, so that no text costs more than linear time.
 * A pattern's group `value`, where it has one, is the secret; else the whole match is.
 */
import { isPlaceholder, isStandIn } from './placeholder.ts'
import { isRandom, isRandomOrHex } from './randomness.ts'

export interface SecretRule {
  /** As in "it holds what looks like …". */
  kind: string
  pattern: RegExp
  /** Whether what the pattern found is one after all; no stand-in for a token that a document shows, if not said. */
  holds?: (value: string, match: RegExpMatchArray) => boolean
  /** Its first characters are the same for everybody, and may be shown. */
  hasPrefix: boolean
  /** Who says that it looks so. */
  source: string
}

const start = '(?<![A-Za-z0-9])'
const end = '(?![A-Za-z0-9])'

function prefixed(kind: string, form: string, source: string): SecretRule {
  return { kind, pattern: new RegExp(`${start}(?:${form})${end}`, 'g'), hasPrefix: true, source }
}

const blank = String.raw`(?:\s|\\[nrt]|>|\|)`
/** The lines of an armoured key, as they stand in a file, a quotation, or escaped in JSON. */
const keyText = `[A-Za-z0-9+/=]{16}(?:[A-Za-z0-9+/=]|${blank}){0,20000}`

const tokens: readonly SecretRule[] = [
  prefixed('an AWS access key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}', 'AWS IAM guide, unique identifiers'),
  prefixed('a Google API key', 'AIza[\\w-]{35}', 'gitleaks gcp-api-key'),
  prefixed('a Google OAuth secret', 'GOCSPX-[\\w-]{28}', 'Google identity guide, web server apps'),
  prefixed('a Google access token', 'ya29\\.[\\w-]{30,1000}', 'Google identity guide, access tokens'),
  prefixed('a Microsoft Entra client secret', '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}', 'gitleaks azure-ad-client-secret'),
  prefixed('a GitHub token', 'gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\\w{22,255}', 'GitHub docs, token formats'),
  prefixed(
    'a GitLab token',
    'gl(?:pat|dt|rt|rtr|ptt|soat|cbt|imt|agent|oas|ft|ffct)-[\\w.-]{20,300}|GR1348941[\\w-]{20}',
    'GitLab docs, token overview',
  ),
  prefixed('a Slack token', 'xox[abceoprs]-[A-Za-z0-9.-]{16,300}|xapp-\\d-[A-Za-z0-9-]{16,300}', 'Slack docs, tokens'),
  prefixed(
    'a Slack webhook',
    'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{30,200}',
    'Slack docs, incoming webhooks',
  ),
  prefixed('a Stripe key', '[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,250}', 'Stripe docs, API keys'),
  prefixed('a webhook signing secret', 'whsec_[A-Za-z0-9+/]{24,100}={0,2}', 'Standard Webhooks, Stripe docs'),
  prefixed('an npm token', 'npm_[A-Za-z0-9]{36}', 'npm docs, about access tokens'),
  prefixed('a PyPI token', 'pypi-AgE[\\w-]{50,1000}', 'PyPI help, API tokens'),
  prefixed(
    'an OpenAI key',
    'sk-(?:proj|svcacct|admin|None)-[\\w-]{40,300}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}',
    'gitleaks openai-api-key',
  ),
  prefixed('an Anthropic key', 'sk-ant-[a-z]{3,10}\\d{2}-[\\w-]{40,300}', 'gitleaks anthropic-api-key'),
  prefixed('a Hugging Face token', 'hf_[A-Za-z0-9]{34}', 'secretlint huggingface'),
  prefixed('a SendGrid key', 'SG\\.[\\w-]{20,24}\\.[\\w-]{39,50}', 'secretlint sendgrid'),
  prefixed('a Shopify token', 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}', 'Shopify docs, access tokens'),
  prefixed('a DigitalOcean token', 'do[opr]_v1_[a-f0-9]{64}', 'DigitalOcean docs, tokens'),
  prefixed('a Docker token', 'dckr_(?:pat|oat)_[\\w-]{27,32}', 'secretlint docker'),
  prefixed('a HashiCorp Vault token', 'hv[sbr]\\.[\\w-]{24,300}', 'Vault docs, token prefixes'),
  prefixed('a Databricks token', 'dapi[a-f0-9]{32}(?:-\\d)?', 'gitleaks databricks-api-token'),
  prefixed(
    'a Grafana token',
    'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}',
    'secretlint grafana',
  ),
  prefixed('a Linear key', 'lin_api_[A-Za-z0-9]{32,128}', 'secretlint linear'),
  prefixed('a Notion token', 'ntn_\\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43}', 'secretlint notion'),
  prefixed('a Figma token', 'fig[du]_[\\w-]{40,200}', 'secretlint figma'),
  prefixed('a Tailscale key', 'tskey-[a-z]{2,20}-\\w{8,40}-\\w{16,60}', 'Tailscale docs, key prefixes'),
  prefixed('an age key', 'AGE-SECRET-KEY-1[A-Z0-9]{58}', 'age specification'),
]

const others: readonly SecretRule[] = [
  {
    kind: 'a private key',
    pattern: new RegExp(
      `-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----${blank}{0,40}` +
        `(?:[A-Za-z][A-Za-z-]{1,30}: [^\\n\\\\]{0,120}${blank}{1,20}){0,4}(?<value>${keyText})`,
      'g',
    ),
    hasPrefix: false,
    source: 'RFC 7468; RFC 9580, section 6.2; OpenSSH, PROTOCOL.key',
  },
  {
    kind: 'a private key',
    pattern: new RegExp(
      `PuTTY-User-Key-File-\\d:[\\s\\S]{0,2000}?Private-Lines: \\d{1,3}${blank}{1,20}(?<value>${keyText})`,
      'g',
    ),
    hasPrefix: false,
    source: 'PuTTY manual, appendix C',
  },
  {
    kind: 'a JSON web token',
    pattern: new RegExp(`${start}eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,4000}\\.[\\w-]{16,4000}`, 'g'),
    hasPrefix: true,
    source: 'RFC 7519, section 3.1',
  },
  {
    kind: 'a bearer token',
    pattern: /(?<![A-Za-z])bearer\s{1,3}(?<value>[\w.~+/-]{16,2000}={0,2})/gi,
    holds: isRandomOrHex,
    hasPrefix: false,
    source: 'RFC 6750, section 2.1',
  },
  {
    kind: 'a name and password',
    pattern: /authorization["']?\s{0,3}[:=]\s{0,3}["']?basic\s{1,3}(?<value>[A-Za-z0-9+/]{8,500}={0,2})/gi,
    holds: (value) => {
      const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(value, 'base64').toString()) ?? []
      return password !== undefined && !isPlaceholder(password)
    },
    hasPrefix: false,
    source: 'RFC 7617, section 2',
  },
  {
    kind: 'a password in an address',
    // Behind the scheme, which is looked at only where its end is: the other way round each word might be the beginning of one.
    pattern:
      /(?<=(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}):\/\/(?<name>[^\s:/?#@"'`<>()[\]{}]{0,200}):(?<value>[^\s:/?#@"'`<>()[\]{}]{5,200})@[\w.[-]/g,
    holds: (value, { groups }) => value !== groups?.name && !isPlaceholder(value),
    hasPrefix: false,
    source: 'RFC 3986, section 3.2.1; secretlint basicauth, database-connection-string',
  },
  {
    kind: 'an Azure storage signature',
    pattern: /[?&]sig=(?<value>[A-Za-z0-9%+/]{43,120}={0,2})/g,
    hasPrefix: false,
    source: 'Azure Storage docs, shared access signature',
  },
]

/** What introduces a value that is meant to be known to few. A bare `key` or `hash` is not among them: too much is one. */
const names = [
  '(?<![A-Za-z])pass(?:word|wd|phrase|code)?|(?<=[a-z])Pass(?:word|wd|phrase)|(?<=_)pass(?:word|wd|phrase)?|(?<![A-Za-z])pwd',
  '(?:client|app|consumer|shared|signing|webhook|encryption|session|jwt)?[_ -]?secret(?:[_ -]?(?:access)?[_ -]?key)?',
  '(?:api|access|account|auth|private|secret|encryption|signing|shared[_ -]?access|master|admin|service)[_ -]?key',
  '(?:api|access|auth|bearer|refresh|bot|personal[_ -]?access|deploy|id|session|oauth)?[_ -]?token',
  'credentials?',
].join('|')

/** A number or a stage after the name, as in `API_KEY_2` or `token_prod`; a quote, where the name stands in one. */
const tail = `(?:[_-]?(?:\\d{1,2}|prod|production|dev|live|staging))?\\\\?["'\`]?\\]?`
const word = `\\\\?["'\`]?(?<value>[^\\s"'\`<>{}()[\\],;&\\\\]{8,500})`

const assignments: readonly SecretRule[] = [
  {
    kind: 'a password or key',
    pattern: new RegExp(
      `(?<name>${names})${tail}(?:\\s{0,3}(?:=>|:=|={1,3}|:|>)\\s{0,3}|\\s{1,3}is\\s{1,3})${word}`,
      'gi',
    ),
    holds: holdsAssigned,
    hasPrefix: false,
    source: 'gitleaks generic-api-key, with a stricter look at the value',
  },
  {
    kind: 'a password or key',
    pattern: new RegExp(
      `--(?<name>(?:[a-z]{1,20}-){0,3}(?:password|passwd|pass|token|secret|api-key|access-key|secret-key))[ =]${word}`,
      'g',
    ),
    holds: holdsAssigned,
    hasPrefix: false,
    source: 'gitleaks curl-auth-user, for any program',
  },
]

/** No issuer's tokens are shorter; what is, is the token of a badge, or of a parser. */
const shortestToken = 16

/** Commit ids and digests are often called tokens; a key or a password of hexadecimal digits is one. */
function holdsAssigned(value: string, { groups, index = 0, 0: whole, input = '' }: RegExpMatchArray): boolean {
  const next = input[index + whole.length] ?? ''
  const isPartOfMore = '({[>'.includes(next) && next !== ''
  if (isPartOfMore) return false
  const isToken = /token$/i.test(groups?.name ?? '')
  return isToken ? value.length >= shortestToken && isRandom(value) : isRandomOrHex(value)
}

/** In the order in which they are asked: what an earlier one found is not told again by a later one. */
export const secretRules: readonly SecretRule[] = [...tokens, ...others, ...assignments]

export function isHeld({ holds }: SecretRule, value: string, match: RegExpMatchArray): boolean {
  return !isStandIn(value) && (holds === undefined || holds(value, match))
}
