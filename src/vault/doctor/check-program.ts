/** Whether the program itself can run here. Must not load the native module: it is asked when that does not load. */
import type { Finding } from './finding.ts'

/** As in `engines` of package.json and in bin/run.js: the oldest that has every built-in function that is called. */
export const oldestNode = '22.3'

export function checkNode(version: string = process.versions.node): Finding[] {
  if (!isOlder(version, oldestNode)) return []
  return [
    {
      code: 'node-old',
      severity: 'error',
      subject: `node ${version}`,
      message: `Node ${version} is older than ${oldestNode}, the oldest that memo runs on.`,
      remedy: `Install Node ${oldestNode} or newer.`,
    },
  ]
}

function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number)
  return major < thanMajor || (major === thanMajor && minor < thanMinor)
}
