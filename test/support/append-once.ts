/** A program of its own for limits that only a process can have: `append-once.ts <folder> <size>`. */
import { join } from 'node:path'
import { fileSegments } from '../../src/events/file-segments.ts'
import { openLog } from '../../src/events/log.ts'
import { zeroUlid } from '../../src/events/ulid.ts'
import { findErrno } from '../../src/lib/errors.ts'
import { systemPorts } from '../../src/lib/ports.ts'

const [folder = '', size = ''] = process.argv.slice(2)
const log = openLog(fileSegments(join(folder, 'events'), join(folder, 'quarantine')), systemPorts)
const data = { project: 'shop', id: 'note', set: { kind: 'note' as const, body: 'x'.repeat(Number(size)) } }
try {
  log.append('anna', [{ actor: 'cli', type: 'record.upserted', data }], zeroUlid)
  process.stdout.write('appended')
} catch (error) {
  process.stdout.write(findErrno(error) ?? String(error))
}
