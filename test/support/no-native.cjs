/**
 * Loaded with `node --require`: the native module does not load, as after an upgrade of Node. With MEMO_NO_SQLITE=1 this
 * Node has no SQLite of its own either, as an older one; with MEMO_OLD_SQLITE=1 one that reads no database from bytes.
 */
const Module = require('node:module')

const load = Module._load
Module._load = function (request, ...rest) {
  if (!/better-sqlite3([\\/]lib[\\/]index\.js)?$/.test(request)) return load.call(this, request, ...rest)
  throw Object.assign(new Error('was compiled against a different Node.js version'), { code: 'ERR_DLOPEN_FAILED' })
}

const { getBuiltinModule } = process
process.getBuiltinModule = (name) => {
  if (name === 'node:sqlite' && process.env.MEMO_NO_SQLITE === '1') return undefined
  const loaded = getBuiltinModule(name)
  if (name === 'node:sqlite' && process.env.MEMO_OLD_SQLITE === '1') delete loaded.DatabaseSync.prototype.deserialize
  return loaded
}
