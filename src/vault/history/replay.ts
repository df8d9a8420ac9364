/**
 * A whole vault as it was, in another folder: the log up to a moment, byte for byte, and everything folded from it. What is
 * forgotten by now is forgotten there too, and data that was taken out of the log is not in it.
 */
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ensureRepository } from '../../audit/repository.ts'
import { openEntryWriter } from '../../events/entry-writer.ts'
import { fileSegments } from '../../events/file-segments.ts'
import { MemoError } from '../../lib/errors.ts'
import { removeTree } from '../../lib/remove-file.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { countRecords } from '../../projections/index/record-rows.ts'
import { findFreePlace, moveToPlace } from '../free-place.ts'
import { vaultPaths } from '../layout.ts'
import { makeMissingParts } from '../layout-parts.ts'
import { assertOutside } from '../outside.ts'
import { write } from '../refresh.ts'
import { type Vault, withVault } from '../vault.ts'
import { resolveWriter } from '../writer.ts'
import { reading } from './as-of.ts'
import { cutLog, type LogCut } from './cut-log.ts'
import { type Moment, toCut } from './moment.ts'

export interface ReplayInput {
  until: Moment
  /** Made if it is not there; must be empty. */
  folder: string
  onProgress?: (events: number, total: number) => void
  /** Ends it before the vault is in its place; then nothing is left behind. */
  signal?: AbortSignal
}

export interface ReplayResult {
  /** The new vault. */
  vault: string
  at?: string
  event?: string
  /** Events up to the moment. */
  events: number
  /** Later events that it has all the same, because they take something away. */
  removals: number
  /** Records that it serves. */
  records: number
}

/**
 * Makes the vault whole beside the folder and then gives it its name, so that there is all of it or nothing. It has a
 * repository of its own, without a remote, and writes as a clone of its own. Throws REFUSED for a folder that holds
 * anything or lies in this vault, NOT_FOUND where the moment is before the first event.
 */
export async function replayVault(
  vault: Vault,
  { until, folder, onProgress, signal }: ReplayInput,
): Promise<ReplayResult> {
  const target = resolve(folder)
  assertOutside(vault.paths.root, target)
  const place = findFreePlace(target, 'name a folder that is new or empty')
  return reading(vault, { scan: 'full' }, async () => {
    const cut = await toCut(vault, until)
    const log = await cutLog(vault, cut)
    if (log.events === 0) throw new MemoError('NOT_FOUND', `the vault has no event up to ${cut.told.at ?? 'now'}`)
    const beside = mkdtempSync(join(dirname(place), `.${basename(place)}.replay-`))
    try {
      await stopPoint(signal)
      const records = await build(vault, log, { root: beside, onProgress })
      await stopPoint(signal)
      moveToPlace(beside, place)
      return { vault: target, ...cut.told, events: log.events, removals: log.removals.length, records }
    } finally {
      removeTree(beside)
    }
  })
}

/** The vault in the folder; tells how many records it serves. */
async function build(
  { ports, actor, log, paths }: Vault,
  cut: LogCut,
  { root, onProgress }: { root: string; onProgress: ReplayInput['onProgress'] },
): Promise<number> {
  const onFold = (events: number): void => onProgress?.(events, cut.events)
  const made = vaultPaths(root)
  if (existsSync(paths.config)) copyFileSync(paths.config, made.config)
  makeMissingParts(made)
  const segments = fileSegments(made.events, made.quarantine)
  for (const { writer, segment, length } of cut.parts)
    segments.append(writer, segment, log.segments.read(writer, segment, 0, length))
  const output = openEntryWriter(segments, resolveWriter(made, segments, ports).writer)
  for (const entry of [...cut.strays, ...cut.removals]) output.add(entry)
  output.finish()
  await ensureRepository(root)
  return withVault(root, { ports, actor }, (vault) =>
    write(vault, { label: 'replay', onProgress: onFold }, () => countRecords(vault.projections.db)),
  )
}
