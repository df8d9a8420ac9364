/** A visit of the doctor: mends and rebuilds if asked to, then examines. */
import { commitIfDue } from '../committing/commit.ts'
import type { RebuildInput } from '../upkeep/rebuild.ts'
import { closeVault, type OpenOptions, openVault, type Vault } from '../vault.ts'
import { type ExamineOptions, examineVault } from './examine.ts'
import type { DoctorResult } from './finding.ts'
import type { Fixed } from './fixed.ts'
import { examineUnopened } from './unopened.ts'

export interface ConsultInput {
  deep: boolean
  /** Mend what can be mended before the examination. */
  fix: boolean
  /** Build the index anew before the examination. */
  rebuild: boolean
  onProgress?: RebuildInput['onProgress']
  onChecked?: ExamineOptions['onProgress']
  signal?: AbortSignal
  onAdopted?: OpenOptions['onAdopted']
  onNotice: (notice: string) => void
}

export interface DoctorReport extends DoctorResult {
  vault: string
  /** What was mended; only with `fix`. */
  fixed?: Fixed[]
  /** Records in the index that was built anew; only with `rebuild`. */
  indexed?: number
}

/** Damage is a finding, a vault that does not open too. Throws only when it cannot be mended now (BUSY, READ_ONLY, IO). */
export async function consultDoctor(root: string, input: ConsultInput): Promise<DoctorReport> {
  const opened = await tryOpen(root, input.onAdopted)
  if ('failure' in opened) return { vault: root, ...examineUnopened(root, opened.failure) }
  const { vault } = opened
  try {
    return { vault: root, ...(await treat(vault, input)) }
  } finally {
    for (const notice of vault.notices) input.onNotice(notice)
    closeVault(vault)
  }
}

async function tryOpen(
  root: string,
  onAdopted: OpenOptions['onAdopted'],
): Promise<{ vault: Vault } | { failure: unknown }> {
  try {
    return { vault: await openVault(root, { actor: 'cli', onAdopted }) }
  } catch (failure) {
    return { failure }
  }
}

/** Mended first: what the log has lost may be in the old index only. */
async function treat(
  vault: Vault,
  { deep, fix, rebuild, signal, onProgress, onChecked }: ConsultInput,
): Promise<Omit<DoctorReport, 'vault'>> {
  const fixed = fix ? await (await import('./fix.ts')).fixVault(vault) : {}
  const built = rebuild
    ? await (await import('../upkeep/rebuild.ts')).rebuild(vault, {
        acceptDeletions: false,
        signal,
        ...(onProgress && { onProgress }),
      })
    : undefined
  const result = await examineVault(vault, { deep, signal, onProgress: onChecked })
  await commitIfDue(vault)
  return { ...result, ...fixed, ...(built !== undefined && { indexed: built.indexed }) }
}
