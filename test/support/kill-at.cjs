/**
 * Loaded with `node --require`: ends the process by SIGKILL at the Nth step that changes a file or a table, before the
 * step or right behind it. Without a number it counts the steps and says how many there were.
 */
const fs = require('node:fs')
const Module = require('node:module')

const at = Number(process.env.MEMO_KILL_AT ?? 0)
const behind = process.env.MEMO_KILL_BEHIND === '1'
let step = 0

function wrap(object, name) {
  const original = object[name]
  object[name] = function (...args) {
    step++
    if (step === at && !behind) process.kill(process.pid, 'SIGKILL')
    const result = original.apply(this, args)
    if (step === at && behind) process.kill(process.pid, 'SIGKILL')
    return result
  }
}

for (const name of [
  'writeSync',
  'fdatasyncSync',
  'fsyncSync',
  'renameSync',
  'ftruncateSync',
  'truncateSync',
  'mkdirSync',
  'rmSync',
  'openSync',
])
  wrap(fs, name)

const load = Module._load
let wrapped = false
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (request === 'better-sqlite3' && !wrapped) {
    wrapped = true
    wrap(loaded.prototype, 'exec')
    const probe = new loaded(':memory:')
    wrap(Object.getPrototypeOf(probe.prepare('SELECT 1')), 'run')
    probe.close()
  }
  return loaded
}

process.on('exit', () => {
  if (process.env.MEMO_STEPS_FILE) fs.appendFileSync(process.env.MEMO_STEPS_FILE, String(step))
})
