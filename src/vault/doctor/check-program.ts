/** Whether the program itself can run here. Must not load the native module: it is asked when that does not load. */
import type { Finding } from './finding.ts'

/** `engines` in package.json: what the native module and the syntax of the program need. */
const oldestNode = 22

export function checkNode(version: string = process.versions.node): Finding[] {
  if (Number.parseInt(version, 10) >= oldestNode) return []
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
