/**
 * `npm run demo`: a vault in a temporary folder, filled from `sample/`, and what a user sees of it. Each command is
 * printed as a user would type it, with its real output. Ends with exit status 1 when any of them fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vault = mkdtempSync(join(tmpdir(), 'memo-demo-'))
const project = ['--project', 'demo']

process.on('exit', () => rmSync(vault, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

say('A vault in a temporary folder, and 42 records of a made-up job queue and of well-known software.')
memo('init')
memo('import', 'markdown', 'sample', ...project)

say('An agent asks in its own words; for an identifier; for a phrase; and for something that nobody wrote down.')
memo('search', 'why do all pods restart at once when the database is slow', '--limit', '3', ...project)
memo('search', 'SQLITE_READONLY_DIRECTORY', '--limit', '1', ...project)
memo('search', '"full jitter"', ...project)
memo('search', 'kerberos keytab renewal', ...project)

say('Why a record stands where it does.')
memo('search', 'emoji incorrect string value', '--explain', '--limit', '2', ...project)

say('Reading a record counts as a use of it, and a rating weighs in later searches.')
memo('get', 'better-sqlite3-wal-readonly-directory', '--session-id', 'demo', ...project)
memo('feedback', 'better-sqlite3-wal-readonly-directory', '--helpful', '--comment', 'saved an hour', ...project)

say('Somebody steps into a known trap again: it is counted, not stored twice.')
const trap = [
  'The database is slow for a minute, a failing liveness probe makes the kubelet kill the container, and all pods',
  'restart at once with cold caches and overload the database again.',
].join(' ')
const place = ['--path-pattern', 'api/src/routes/health.ts']
memo('upsert', '--kind', 'trap', '--title', 'Restart storm', '--body', trap, ...place, ...project)
memo('rank', '--limit', '5', ...project)

say('What there is, what happened, and whether all is well.')
memo('list', '--kind', 'decision', '--sort', 'updated', ...project)
memo('log', '--limit', '6')
memo('doctor')

function say(sentence) {
  process.stdout.write(`\n# ${sentence}\n`)
}

function memo(...args) {
  process.stdout.write(`\n$ memo ${args.map(quote).join(' ')}\n`)
  const { status, signal } = spawnSync(process.execPath, [join(root, 'bin/run.js'), ...args], {
    cwd: root,
    env: { ...process.env, MEMO_VAULT: vault },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return
  process.stderr.write(`\nThe demo stopped: memo ${args[0]} ended with ${signal ?? `exit status ${status}`}.\n`)
  process.exit(1)
}

function quote(argument) {
  return /^[\w./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
