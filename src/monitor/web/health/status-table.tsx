/** The state of the vault, as `memo status` tells it. */
import type { ComponentChildren } from 'preact'
import type * as z from 'zod'
import { plural } from '../../../lib/plural.ts'
import type { statusResult } from '../../../vault/contracts/status.ts'
import { Age } from '../age.tsx'

export type VaultStatus = z.infer<typeof statusResult>

export function StatusTable({ status }: { status: VaultStatus }) {
  const { vault, readOnly, records, projects, writers, servers, isWatched, trouble } = status
  return (
    <section aria-label="State of the vault">
      <h3>State</h3>
      <dl class="fields">
        <Row name="Vault">{`${vault}${readOnly ? ', read-only' : ''}`}</Row>
        <Row name="Records">{`${records.total} in ${plural(projects, 'project')}`}</Row>
        <Row name="By kind">{toCounts(records.byKind)}</Row>
        <Row name="By status">{toCounts(records.byStatus)}</Row>
        <Row name="Index">{toIndex(status)}</Row>
        <Row name="Hand edits">{isWatched ? 'taken in as they are made' : 'taken in by the next command'}</Row>
        <Row name="Meaning">{toMeaning(status)}</Row>
        <Row name="Git">{toGit(status)}</Row>
        <Row name="Clones">
          {writers.map(({ id, events, isOwn }) => `${id} (${isOwn ? 'this one, ' : ''}${events} events)`).join(', ')}
        </Row>
        <Row name="Servers">{servers.map(({ what, place, pid }) => `${what} ${place ?? pid}`).join(', ')}</Row>
        {trouble !== null && (
          <Row name="Last trouble">
            {trouble.subsystem}: {trouble.message} (<Age at={trouble.at} />)
          </Row>
        )}
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === '') return null
  return (
    <div class="field-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function toCounts(counts: { [name: string]: number }): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function toIndex({ index: { isBuilt, behind, files, redactions } }: VaultStatus): string {
  const lag = behind.events === null ? 'far behind the log' : `${plural(behind.events, 'event')} behind the log`
  return [
    ...(isBuilt ? [behind.bytes === 0 ? 'up to date' : lag] : ['not built yet']),
    ...(files.waiting > 0 ? [`${plural(files.waiting, 'file')} to be written`] : []),
    ...(files.failed > 0 ? [`${files.failed} could not be written`] : []),
    ...(files.unfollowed > 0 ? [`${plural(files.unfollowed, 'hand edit')} cannot be followed`] : []),
    ...(redactions > 0 ? [`${plural(redactions, 'record')} to be redacted`] : []),
  ].join(', ')
}

/** Search by meaning. */
function toMeaning({ embeddings }: VaultStatus): string {
  if (embeddings === null) return 'off'
  const { provider, model, texts, embedded, reason } = embeddings
  const coverage = `${embedded} of ${plural(texts, 'text')} ${embedded === 1 ? 'has' : 'have'} a vector`
  return [model ?? provider, coverage, ...(reason === undefined ? [] : [reason])].join(', ')
}

function toGit({ git: { policy, repository, reason, branch, waiting, trouble, unfinished } }: VaultStatus): string {
  return [
    ...(repository === 'present' ? [branch ?? 'on no branch'] : [reason ?? repository]),
    `commits ${policy}`,
    ...(waiting > 0 ? [`${plural(waiting, 'event')} to be committed`] : []),
    ...(unfinished === null ? [] : [`an unfinished ${unfinished}`]),
    ...(trouble === null ? [] : [trouble.reason]),
  ].join(', ')
}
