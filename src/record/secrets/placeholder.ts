/** What stands in documents in the place of a secret. */

/** Said inside a token of the right form; AWS's own documents end theirs so. */
const saysSo = /example|placeholder|redacted|your[_-]?(?:api|token|key|secret|password)|changeme|x{6,}|\*{3,}|\.{3,}|…/i
/** `${TOKEN}`, `$TOKEN`, `{{ token }}`, `<token>`, `%TOKEN%`, `[token]`, `:token`. */
const slot = /^(?:\$[{(]?[A-Za-z_]|\$\d|\{\{?|<|%[A-Za-z_]+%|\[|:[a-z]|@[A-Z_]+@)/

/** Whether a token of a known form is one that a document shows. Says little by itself: a made-up one counts as real. */
export function isStandIn(value: string): boolean {
  return saysSo.test(value) || slot.test(value) || /^.{0,12}?([x0*.-])\1*$/i.test(value)
}

/** Words that are written where a password would stand, and passwords that protect nothing. */
const words = new Set(
  (
    'password passwd passw0rd pass pwd secret s3cret s3cr3t token apikey api_key changeit letmein admin root guest user ' +
    'username postgres mysql mariadb mongo mongodb redis rabbitmq minio test tester testing test123 foobar foo bar baz ' +
    'hunter2 default dummy sample demo none null undefined true false string qwerty mypassword mysecret mypass mypwd ' +
    'yourpassword supersecret topsecret verysecret credentials localhost'
  ).split(' '),
)
const partWords =
  /^(?:my|your|the|some|a|an|new|old|db|user|test|fake|mock|dummy|demo|sample|insert|put|here|super|top|very)$/

/** Whether a password or an assigned value is a word for one. */
export function isPlaceholder(value: string): boolean {
  if (isStandIn(value)) return true
  const plain = value.toLowerCase().replace(/[^a-z0-9]+$/, '')
  if (words.has(plain) || words.has(plain.replace(/\d{1,6}$/, ''))) return true
  const parts = plain.split(/[_.-]+/).filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => words.has(part) || partWords.test(part) || /^\d+$/.test(part))
}
