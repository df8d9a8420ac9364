/**
 * Takes the pictures of terminals in docs/images anew, of a vault in a temporary folder that is filled from `sample/`. Needs
 * the build and tmux.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { renderScreen } from './terminal/svg.mjs'

const columns = 120
const rows = 28
const pictures = [
  {
    name: 'tui',
    call: 'tui',
    keys: ['retry jitter'],
    shows: 'jitter',
    title: 'Results on the left, the text on the right',
  },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'bin/run.js')
const folder = mkdtempSync(join(tmpdir(), 'memo-pictures-'))
const env = { PATH: process.env.PATH, HOME: folder, MEMO_VAULT: join(folder, 'vault'), LANG: 'C.UTF-8', TERM: 'xterm' }

mkdirSync(join(root, 'docs/images'), { recursive: true })
try {
  run(process.execPath, program, 'init')
  // A copy, so that the records are as old as the picture, and not as the clone.
  cpSync(join(root, 'sample'), join(folder, 'sample'), { recursive: true })
  run(process.execPath, program, 'import', 'markdown', 'sample', '--project', 'demo')
  for (const picture of pictures) await take(picture)
} finally {
  spawnSync('tmux', ['-S', join(folder, 'tmux'), 'kill-server'])
  rmSync(folder, { recursive: true, force: true })
}

async function take({ name, call, keys, shows, title }) {
  const command = `'${process.execPath}' '${program}' ${call} --project demo`
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', name, '-x', `${columns}`, '-y', `${rows}`, command)
  await shown(name, /\S/)
  for (const text of keys) tmux('send-keys', '-t', name, '-l', text)
  await shown(name, new RegExp(shows))
  // What is typed last is answered a moment later.
  await setTimeout(1500)
  const lines = tmux('capture-pane', '-t', name, '-e', '-p').replace(/\n$/, '').split('\n')
  writeFileSync(join(root, `docs/images/${name}.svg`), renderScreen(lines, columns, title))
  tmux('kill-session', '-t', name)
}

async function shown(name, pattern) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (pattern.test(tmux('capture-pane', '-t', name, '-p'))) return
    await setTimeout(100)
  }
  throw new Error(`${pattern} is not on the screen of ${name}`)
}

function tmux(...args) {
  return run('tmux', '-S', join(folder, 'tmux'), ...args)
}

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
