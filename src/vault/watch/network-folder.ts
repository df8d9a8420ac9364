/** Whether a folder lies on another machine, which does not tell this one what changes there. */
import { statfsSync } from 'node:fs'

/** Types of file systems as Linux numbers them (statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P, FUSE (sshfs, rclone). */
const distant = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x65735546])

export function isDistant(path: string): boolean {
  if (process.platform !== 'linux') return false
  return distant.has(statfsSync(path).type >>> 0)
}
