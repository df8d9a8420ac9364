/** Stands in for oclif's search for TypeScript sources and a transpiler, which a bundle never has. */
const { join } = require('node:path')

exports.TS_CONFIGS = {}
exports.tsPath = async (root, path) => path && join(root, path)
