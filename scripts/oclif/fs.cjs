/** Stands in for oclif's file access: the same contract without `node:fs/promises`, which costs 2 ms to load. */
const { existsSync, readFileSync, statSync } = require('node:fs')

exports.existsSync = existsSync
exports.readJson = async (path) => JSON.parse(readFileSync(path, 'utf8'))

exports.safeReadJson = async (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Absent or not JSON: oclif takes both as "not there".
    return undefined
  }
}

exports.dirExists = async (path) => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  throw new Error(`No directory found at ${path}`)
}

exports.fileExists = async (path) => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new Error(`No file found at ${path}`)
}
