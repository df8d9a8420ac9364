/** Stands in for the package `debug`: silent and free, unless DEBUG asks for the real one. */
const real = process.env.DEBUG && require('debug')

module.exports = real || (() => Object.assign(() => {}, { enabled: false }))
