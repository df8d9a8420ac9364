/** Every kind of fault, each in a file of its own. */
import { bitFlip } from './kinds/bit-flip.ts'
import { clock } from './kinds/clock.ts'
import { errno } from './kinds/errno.ts'
import { fullDisk } from './kinds/full-disk.ts'
import { indexGone } from './kinds/index-gone.ts'
import { kill } from './kinds/kill.ts'
import { power } from './kinds/power.ts'
import { processes } from './kinds/processes.ts'
import { readOnly } from './kinds/read-only.ts'
import { shortWrite } from './kinds/short-write.ts'
import { slowDisk } from './kinds/slow-disk.ts'
import { strace } from './kinds/strace.ts'
import type { Kind } from './round.ts'

export const kinds: readonly Kind[] = [
  ...[kill, errno, shortWrite, power, bitFlip],
  ...[fullDisk, readOnly, indexGone, clock],
  ...[processes, slowDisk, strace],
]
