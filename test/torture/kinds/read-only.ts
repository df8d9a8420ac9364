/** A file system that is mounted read-only: what can be read is, what cannot be written is refused, and nothing changes. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { toFailure } from '../../../src/lib/failure.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { withVault } from '../../../src/vault/vault.ts'
import { goOn } from '../go-on.ts'
import { assertLaws, BrokenLaw, expectSame } from '../laws.ts'
import { project } from '../operations.ts'
import { perform } from '../program.ts'
import type { Kind, Round } from '../round.ts'
import { roundPorts } from '../round-ports.ts'

export const readOnly: Kind = {
  name: 'read-only',
  what: 'a file system that becomes read-only between two operations, under an open handle too',
  weight: 2,
  findObstacle: () => (process.getuid?.() === 0 ? undefined : 'only root can mount'),
  run: async (round) => {
    const { folder, random, program, play, prepare, notes } = round
    await prepare()
    const operation = Math.floor(random() * program.operations.length)
    notes.push(`read-only from operation ${operation} on`)
    let isMounted = false
    const error = await perform(program, {
      ...{ folder, ports: roundPorts('read-only', 0), from: 0, to: operation + 1 },
      before: (n) => {
        if (n !== operation) return
        execFileSync('mount', ['--bind', folder, folder])
        isMounted = true
        execFileSync('mount', ['-o', 'remount,ro,bind', folder])
      },
      after: () => {},
    }).catch((thrown: unknown) => thrown)
    try {
      await assertReadable(round, operation)
    } finally {
      if (isMounted) execFileSync('umount', [folder])
    }
    const outcome = toOutcome(error)
    const { at } = await assertLaws({
      folder,
      ports: roundPorts('next', operation),
      states: play.states,
      from: operation,
      to: operation,
    })
    await goOn(round, at)
    return outcome
  },
}

function toOutcome(error: unknown): string {
  if (error === undefined) return 'done'
  if (error instanceof Error && 'isPostponed' in error) return 'postponed'
  const { code, message, hint } = toFailure(error)
  if (code === 'READ_ONLY' && hint !== undefined) return code
  throw new BrokenLaw(`a read-only file system is told as ${code}: ${message}`, { cause: error })
}

async function assertReadable({ folder, play }: Round, operation: number): Promise<void> {
  const said = Object.values(play.states[operation]?.said ?? {})
  await withVault(join(folder, 'vault'), { ports: roundPorts('reader', operation) }, async (vault) => {
    const names = said.map(({ id }) => String(id))
    const { records } = await getRecords(vault, {
      names,
      kind: undefined,
      project,
      cwd: folder,
      session: undefined,
      lines: undefined,
    })
    expectSame(
      'a vault that cannot be written is read as it is',
      records.map(({ id, body }) => [id, body]),
      said.map(({ id, body }) => [id, body]),
    )
    if (!vault.readOnly || vault.notices.length === 0)
      throw new BrokenLaw('a vault that cannot be written is said to be so')
  })
}
