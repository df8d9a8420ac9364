/**
 * Loaded with `node --require`: ends the process by SIGKILL in front of the Nth step that changes a file or a table.
 * Nothing is changed between two steps, so this is every state that a kill can leave behind. Without a number it counts
 * the steps and says how many there were.
 */
const fs = require('node:fs')
const Module = require('node:module')

const at = Number(process.env.MEMO_KILL_AT ?? 0)
let step = 0

function wrap(object, name) {
  const original = object[name]
  object[name] = function (...args) {
    step++
    if (step === at) process.kill(process.pid, 'SIGKILL')
    return original.apply(this, args)
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
  'unlinkSync',
  'openSync',
])
  wrap(fs, name)

const load = Module._load
let wrapped = false

/** By its name where it is required, by its path where a module of the other kind imports it. */
function isSqlite(request) {
  return request === 'better-sqlite3' || /[\\/]better-sqlite3[\\/]lib[\\/]index\.js$/.test(request)
}

Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (isSqlite(request) && !wrapped) {
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
