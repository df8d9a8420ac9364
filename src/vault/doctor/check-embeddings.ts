/** Whether search by meaning can work: the embedder answers, and the texts have their vectors. */
import { hasModel } from '../../config/has-model.ts'
import { messageOf } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { isDamage } from '../../projections/index/database.ts'
import { findDegraded } from '../../projections/index/embedding-rows.ts'
import { toIso } from '../../record/times.ts'
import { semantic } from '../../retrieval/shared-numbers.ts'
import { countCoverage, getEmbedder, openVectors } from '../embedding/embedder.ts'
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'

export async function checkEmbeddings(vault: Vault): Promise<Finding[]> {
  if (!hasModel(vault.config)) return []
  const trouble = await findTrouble(vault)
  try {
    return [
      ...(trouble === undefined ? [] : [toUnavailable(trouble)]),
      ...checkCoverage(vault),
      ...checkDegraded(vault),
    ]
  } catch (error) {
    if (!isDamage(error)) throw error
    return [damaged]
  }
}

const damaged: Finding = {
  code: 'embeddings-damaged',
  severity: 'warning',
  subject: '.sync/embeddings.sqlite',
  message: 'The stored vectors are damaged; no record is lost by that.',
  remedy: 'memo backfill',
}

async function findTrouble(vault: Vault): Promise<string | undefined> {
  try {
    const health = await (await getEmbedder(vault)).health()
    return health.ok ? undefined : health.reason
  } catch (error) {
    return messageOf(error)
  }
}

function toUnavailable(reason: string): Finding {
  return {
    code: 'embedder-unavailable',
    severity: 'warning',
    subject: 'embeddings',
    message: `Searches go by words alone: ${reason}.`,
    remedy: 'Start what embeddings.provider names, or change it with memo config set.',
  }
}

function checkCoverage(vault: Vault): Finding[] {
  const id = vault.embedder?.id
  if (id === undefined) return []
  const { all, pending } = countCoverage(vault, id)
  if (pending === 0) return []
  const covered = all - pending
  const isEnough = covered >= semantic.coverage * all
  return [
    {
      code: 'embeddings-pending',
      severity: isEnough ? 'info' : 'warning',
      subject: id,
      message: `${plural(pending, 'text')} of ${all} wait for their vector${isEnough ? '' : ', so searches go by words alone'}.`,
      remedy: 'memo backfill',
    },
  ]
}

function checkDegraded(vault: Vault): Finding[] {
  const degraded = openVectors(vault, { create: false }) ? findDegraded(vault.projections.db) : undefined
  if (degraded === undefined) return []
  const { count, since, reason } = degraded
  return [
    {
      code: 'search-degraded',
      severity: 'info',
      subject: 'embeddings',
      message: `Since ${toIso(since)} ${count === 1 ? 'one search' : `${count} searches`} went by words alone, the last because ${reason}.`,
      remedy: 'memo backfill',
    },
  ]
}
