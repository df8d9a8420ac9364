/** Loaded with `node --require`: the native module does not load, as after an upgrade of Node. */
const Module = require('node:module')

const load = Module._load
Module._load = function (request, ...rest) {
  if (!/better-sqlite3([\\/]lib[\\/]index\.js)?$/.test(request)) return load.call(this, request, ...rest)
  throw Object.assign(new Error('was compiled against a different Node.js version'), { code: 'ERR_DLOPEN_FAILED' })
}
