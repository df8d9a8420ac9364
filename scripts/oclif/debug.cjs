/** Stands in for the package `debug`: silent and free, unless DEBUG asks for the real one. */
const real = process.env.DEBUG && requireDebug()

function requireDebug() {
  const { createRequire } = require('node:module')
  return createRequire(require.resolve('@oclif/core/run'))('debug')
}

module.exports = real || (() => Object.assign(() => {}, { enabled: false }))
