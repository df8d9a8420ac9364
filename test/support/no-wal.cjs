/** Loaded with `node --require`: a file system that keeps SQLite in another journal mode, or (MEMO_WAL=throws) refuses. */
const Module = require('node:module')

const load = Module._load
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (!/better-sqlite3([\\/]lib[\\/]index\.js)?$/.test(request) || loaded.prototype.isWithoutWal) return loaded
  const pragma = loaded.prototype.pragma
  loaded.prototype.isWithoutWal = true
  loaded.prototype.pragma = function (source, ...options) {
    if (!/journal_mode *= *wal/i.test(source)) return pragma.call(this, source, ...options)
    process.stderr.write('no WAL\n')
    if (process.env.MEMO_WAL !== 'throws') return 'delete'
    throw Object.assign(new Error('locking protocol'), { code: 'SQLITE_PROTOCOL' })
  }
  return loaded
}
