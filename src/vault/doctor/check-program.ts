/** Whether the program itself can run here, and with what it was installed with. */
import { MemoError } from '../../lib/errors.ts'
import { isNativeMissing } from '../../projections/index/sqlite.ts'
import type { Finding } from './finding.ts'

/**
 * As in `engines` of package.json and in bin/run.js: of each line the first whose Node-API is 10, which the native module was
 * made for. An older Node ends in it without a word.
 */
export const oldestNode = '22.14 or 23.6'

export function checkNode(version: string = process.versions.node): Finding[] {
  if (!isTooOld(version)) return []
  const message = `${tooOld(version)}.`
  const remedy = `Install Node ${oldestNode}, or newer.`
  return [{ code: 'node-old', severity: 'error', subject: `node ${version}`, message, remedy }]
}

/** For who is not started by bin/run.js. Throws UNSUPPORTED where the native module may end the process without a word. */
export function assertNode(version: string = process.versions.node): void {
  if (!isTooOld(version)) return
  throw new MemoError('UNSUPPORTED', tooOld(version), { hint: `install Node ${oldestNode}, or newer` })
}

function tooOld(version: string): string {
  return `Node ${version} is older than ${oldestNode}, the oldest that memo runs on`
}

/** The native module that does not load, while Node's own SQLite stands in for it. */
export function checkNativeModule(): Finding[] {
  if (!isNativeMissing()) return []
  const message = `${notLoaded}; answers come through node:sqlite, which is slower.`
  return [{ ...nativeModule, severity: 'warning', message }]
}

const notLoaded = `The native module better-sqlite3 does not load under Node ${process.versions.node}`

/** The native module that does not load, with nothing to stand in for it. */
export const nativeModule: Finding = {
  code: 'native-module',
  severity: 'error',
  subject: 'better-sqlite3',
  message: `${notLoaded}; no record is lost by that.`,
  remedy: 'npm rebuild better-sqlite3',
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 14) || (major === 23 && minor < 6)
}
