/** One event appended against the same bytes written and synced. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { beginAppend } from '../src/events/append.ts'
import { fileSegments } from '../src/events/file-segments.ts'
import type { EventDraft } from '../src/events/schema.ts'
import { zeroUlid } from '../src/events/ulid.ts'
import { systemPorts } from '../src/lib/ports.ts'
import { benchProject } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

export async function compareAppend(folder: string, rounds: number): Promise<Comparison> {
  const segments = fileSegments(join(folder, 'append'), join(folder, 'quarantine'))
  const draft: EventDraft = {
    actor: 'cli',
    type: 'record.hit',
    data: { project: benchProject, id: 'some-record', via: 'get' },
  }
  let bytes = 0
  const append = (): void => {
    const appender = beginAppend({ segments, ports: systemPorts, writer: 'bench', floor: zeroUlid })
    const [line] = appender.stage([draft])
    bytes = JSON.stringify(line?.event).length + 1
    appender.commit()
  }
  append()
  const line = Buffer.alloc(bytes, 0x61)
  const floor = (): void => {
    const fd = openSync(join(folder, 'floor.jsonl'), 'a')
    writeSync(fd, line)
    fsyncSync(fd)
    closeSync(fd)
  }
  return compare(
    'append of one event against write and fsync',
    '1.5',
    await takeTurns(
      [
        { name: 'append', run: append },
        { name: 'write + fsync', run: floor },
      ],
      rounds * 5,
    ),
  )
}
