/** The operating system refuses a step on the vault's files, once or until the operation is over. */
import type { ErrorCode } from '../../../src/lib/errors.ts'
import { toFailure } from '../../../src/lib/failure.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { withVault } from '../../../src/vault/vault.ts'
import { pick } from '../../support/seeded-random.ts'
import { goOn } from '../go-on.ts'
import { assertLaws, BrokenLaw } from '../laws.ts'
import { project } from '../operations.ts'
import { perform } from '../program.ts'
import type { Kind, Round } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { listen, type Step, stopListening } from '../steps.ts'
import { pickTarget, type Target } from '../targets.ts'

interface Trouble {
  errno: string
  /** The steps that can fail so. */
  meets: readonly Step['class'][]
  sqlite: string
  /** What a command may say of it. */
  codes: readonly ErrorCode[]
}

const troubles: readonly Trouble[] = [
  { errno: 'ENOSPC', meets: ['open-write', 'write', 'sync', 'run'], sqlite: 'SQLITE_FULL', codes: ['IO'] },
  {
    errno: 'EIO',
    meets: ['open-read', 'open-write', 'read', 'write', 'sync', 'change', 'run'],
    sqlite: 'SQLITE_IOERR_WRITE',
    codes: ['IO'],
  },
  { errno: 'EACCES', meets: ['open-read', 'open-write', 'read', 'change'], sqlite: '', codes: ['READ_ONLY'] },
  { errno: 'EMFILE', meets: ['open-read', 'open-write', 'read'], sqlite: '', codes: ['IO'] },
  { errno: 'EROFS', meets: ['open-write', 'change', 'run'], sqlite: 'SQLITE_READONLY', codes: ['READ_ONLY'] },
]

export const errno: Kind = {
  name: 'errno',
  what: 'ENOSPC, EIO, EACCES, EMFILE or EROFS at a step, once or for as long as the operation takes',
  weight: 20,
  run: async (round) => {
    const { random, play, folder } = round
    const trouble = pick(random, troubles)
    const target = pickTarget(random, play.steps, (step) => isMet(trouble, step))
    if (target === undefined) return 'no step'
    await round.prepare()
    const stays = random() < 0.4
    const { operation, step } = target
    round.notes.push(
      `${trouble.errno}${stays ? ', and all that follow' : ''}, operation ${operation}: ${step.name} ${step.path} ${step.sql ?? ''}`,
    )
    const error = await performWith(round, { ...target, trouble, stays })
    const told = error === undefined ? 'done' : assertTold(error, trouble)
    round.notes.push(`the operation: ${told}`)
    const expected = { states: play.states, from: operation, to: operation + 1 }
    const { at } = await assertLaws({ folder, ports: roundPorts('next', operation), ...expected })
    if (error === undefined && at === operation && !isSame(round, operation) && !mayFail(round, operation))
      throw new BrokenLaw('an acknowledged write survives: the operation came to its end, and nothing is there of it')
    await goOn(round, at)
    return `${trouble.errno} ${told}`
  },
}

function isMet({ meets, errno }: Trouble, { class: kind, name, path, sql = '' }: Step): boolean {
  // What is read to be imported is not the vault's; an import tells of what it cannot read, and goes on.
  if (!meets.includes(kind) || path.includes('/notes')) return false
  if (errno === 'ENOSPC' && name === 'openSync') return true
  if (kind !== 'run') return true
  // SQLite's lock needs no disk, and what undoes a transaction does not fail.
  const isWrite = name !== 'pragma' || sql.includes('=')
  return path.endsWith('memo.sqlite') && name !== 'close' && isWrite && !/^ROLLBACK/i.test(sql)
}

interface Fault extends Target {
  trouble: Trouble
  stays: boolean
}

async function performWith(round: Round, { operation, at, trouble, stays }: Fault): Promise<unknown> {
  const { folder, program, random } = round
  const rollsBack = random() < 0.5
  let count = 0
  const onStep = (step: Step) => {
    if (!isMet(trouble, step) || ++count < at || (!stays && count > at)) return undefined
    return {
      take: step.class === 'write' ? Math.floor(random() * step.size) : 0,
      fail: () => fail(step, trouble, rollsBack),
    }
  }
  const before = (n: number): void => {
    if (n === operation) listen(folder, onStep)
  }
  try {
    const ports = roundPorts('faulty', 0)
    await perform(program, { folder, ports, from: 0, to: operation + 1, before, after: stopListening })
    return undefined
  } catch (error) {
    if (stays && trouble.errno === 'ENOSPC') await assertReadable(round, onStep)
    return error
  } finally {
    stopListening()
  }
}

function fail(step: Step, { errno, sqlite }: Trouble, rollsBack: boolean): never {
  if (step.class === 'run') {
    if (rollsBack) step.rollBack?.()
    throw Object.assign(new Error(`${errno}: made up for the test`), { code: sqlite })
  }
  const error = new Error(`${errno}: made up for the test, ${step.name} '${step.path}'`)
  throw Object.assign(error, { code: errno, syscall: step.name.replace('Sync', ''), path: step.path })
}

function assertTold(error: unknown, { codes, errno }: Trouble): string {
  // Git trouble is an outcome, and told as one.
  if (error instanceof Error && 'isPostponed' in error) return 'postponed'
  const failure = toFailure(error)
  // A sync that cannot commit first says so, with the reason.
  const isReason = failure.code === 'REFUSED' && failure.message.includes(errno)
  if (!(codes.includes(failure.code) || isReason) || failure.hint === undefined)
    throw new BrokenLaw(`${errno} is told as ${failure.code}: ${failure.message} (${failure.hint})`, { cause: error })
  return failure.code
}

/** A full disk keeps nobody from reading. */
async function assertReadable(
  { folder, play, program }: Round,
  onStep: (step: Step) => object | undefined,
): Promise<void> {
  const id = Object.keys(play.states[0]?.said ?? {})[0]?.split('/')[1]
  if (id === undefined || program.operations.some((each) => 'id' in each && each.id === id && each.do !== 'put')) return
  listen(folder, onStep)
  await withVault(`${folder}/vault`, { ports: roundPorts('reader', 0) }, async (vault) => {
    const { records } = await getRecords(vault, {
      ...{ names: [id], kind: undefined, project, cwd: folder, session: undefined, lines: undefined, uncounted: true },
    })
    if (records.length !== 1) throw new BrokenLaw(`reading still works on a full disk: ${id} is not found`)
  })
}

function isSame({ play }: Round, operation: number): boolean {
  return JSON.stringify(play.states[operation]) === JSON.stringify(play.states[operation + 1])
}

/** A use that cannot be counted does not keep the record from being read. */
function mayFail({ program }: Round, operation: number): boolean {
  return program.operations[operation]?.do === 'hit'
}
