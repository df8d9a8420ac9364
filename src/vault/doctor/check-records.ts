/** What the records say of each other: links that lead nowhere, contradictions, and what readers found stale. */
import {
  listContradictions,
  listDangling,
  listDoubted,
  type Reference,
} from '../../projections/index/inspect-records.ts'
import { listMovedTwice, listWrittenAgain } from '../../projections/index/moved-rows.ts'
import { resolveAlias } from '../../projections/index/project-rows.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'

export function checkLinks(vault: Vault): Finding[] {
  return listDangling(vault.projections.db)
    .filter((reference) => !isFoundByAlias(vault, reference))
    .map((reference) => toDangling(vault, reference))
}

function isFoundByAlias({ projections: { db }, config }: Vault, { target }: Reference): boolean {
  const project = resolveAlias(db, target.project, config.projectAliases)
  return project !== target.project && findRecord(db, project, target.id)?.state.gone === false
}

/** A mention in prose may be meant for later, or be no link at all; a declared one was meant. */
function toDangling({ projections: { db } }: Vault, { project, id, type, target }: Reference): Finding {
  const isForgotten = findRecord(db, target.project, target.id)?.state.gone === true
  const isMention = type === 'mentions'
  const what = isMention ? 'It mentions' : `Its ${type} link leads to`
  return {
    code: isMention ? 'mention-dangling' : 'link-dangling',
    severity: isMention ? 'info' : 'warning',
    subject: `${project}/${id}`,
    message: `${what} ${target.project}/${target.id}, which ${isForgotten ? 'was forgotten' : 'does not exist'}.`,
    remedy: isMention
      ? `Write ${target.id}, or take the mention out.`
      : `memo unlink ${project}/${id} ${type} ${target.project}/${target.id}, or write ${target.id}.`,
  }
}

/** Nothing is lost when two clones move a record, or one writes where the other moved it from; there are two of it then. */
export function checkMoved({ projections: { db } }: Vault): Finding[] {
  const remedy = 'Compare the two, bring over what one lacks with "memo edit", and forget the other.'
  const writtenAgain = listWrittenAgain(db).map(({ project, id, other }): Finding => {
    const message = `It was moved to ${other}, and was written again under this name since.`
    return { code: 'record-moved', severity: 'warning', subject: `${project}/${id}`, message, remedy }
  })
  const movedTwice = listMovedTwice(db).map(({ project, id, other }): Finding => {
    const message = `It comes from ${other}, as does another record: two clones have moved it.`
    return { code: 'record-moved', severity: 'warning', subject: `${project}/${id}`, message, remedy }
  })
  return [...writtenAgain, ...movedTwice]
}

export function checkContradictions(vault: Vault): Finding[] {
  return listContradictions(vault.projections.db).map(({ project, id, target }) => ({
    code: 'contradiction',
    severity: 'warning',
    subject: `${project}/${id}`,
    message: `It contradicts ${target.project}/${target.id}, and both are active.`,
    remedy: `Settle which holds and archive the other, or supersede it with "memo upsert --supersedes ${target.id}".`,
  }))
}

/** As many readers as the reference asks for before it flags a record. */
const staleRatings = 3

export function checkObsolete(vault: Vault): Finding[] {
  return listDoubted(vault.projections.db, staleRatings).map(({ project, id, stale, helpful }) => ({
    code: 'record-obsolete',
    severity: 'warning',
    subject: `${project}/${id}`,
    message: `It was rated stale or wrong ${stale} times and helpful ${helpful}, so it may be obsolete.`,
    remedy: `Rewrite it with "memo upsert --id ${id}", supersede it, or archive it.`,
  }))
}
