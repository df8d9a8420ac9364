/**
 * The second reading of a source, or of what the first one has kept: each thing as what is to be written, given the places
 * that the first one found.
 */
import { isPresent, redactedRegister } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { stopPoints } from '../../lib/stop-point.ts'
import { findMoved } from '../../projections/index/moved-rows.ts'
import { findVersion } from '../../projections/index/origin-rows.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import type { ResolvedProject } from '../project.ts'
import type { DropIgnored } from '../writing/captured-paths.ts'
import type { RecordDraft } from '../writing/record-draft.ts'
import type { ManyAnswer, ManyItem } from '../writing/upsert-many.ts'
import { toItemDraft } from './draft.ts'
import { addAnswer, type ImportReport } from './report.ts'
import { type Aim, type ImportRun, isCurrent } from './run.ts'
import type { ImportItem, ProblemItem, RecordItem } from './source.ts'

export interface SecondReading {
  items(): AsyncGenerator<ManyItem>
  /** To be called with what became of items: reports it and remembers what need not be read again. */
  settle(answers: readonly ManyAnswer[]): void
}

/** Read, and not yet written. */
interface Pending {
  item: RecordItem
  missing: string[]
}

export function readSecond(run: ImportRun, kept: ImportItem[] | undefined, report: ImportReport): SecondReading {
  const pending = new Map<string, Pending>()
  const { source, input, reading } = run
  async function* items(): AsyncGenerator<ManyItem> {
    const mayStop = stopPoints(input.signal)
    const seen = new Set<string>()
    for await (const item of kept ?? source.read(input.paths, reading)) {
      await mayStop()
      const isRepeated = seen.has(item.origin)
      const aim = 'record' in item ? run.aim(item) : undefined
      if (isRepeated) yield toRefusal(placeOf(item), 'the source has two of this name')
      else if ('problem' in item) yield toRefusal(item.origin, item.problem)
      else if (!('record' in item) || aim === undefined || aim.mapped.skip) tell(report, item)
      else {
        const message = findWhyNot(run, item, aim)
        if (message === undefined) yield toManyItem(run, item, aim, pending)
        else report.skipped.push({ origin: placeOf(item), message })
      }
      seen.add(item.origin)
    }
  }
  const settle = (answers: readonly ManyAnswer[]): void => {
    for (const answer of answers) {
      addAnswer(report, answer)
      report.dangling += pending.get(String(answer.at))?.missing.length ?? 0
    }
    if (input.dryRun !== true) remember(run, answers, pending)
    pending.clear()
  }
  return { items, settle }
}

/** What needs no writing. */
function tell(report: ImportReport, item: Exclude<ImportItem, ProblemItem>): void {
  const origin = placeOf(item)
  if ('known' in item) addAnswer(report, { at: origin, outcome: 'unchanged' })
  else report.skipped.push({ origin, message: 'skipped' in item ? item.skipped : 'as --map says' })
}

/**
 * A record that was moved into another project stays as it is there: here it would be written a second time. What somebody
 * has forgotten does not come back by an import that runs each night, and least of all what was redacted.
 */
function findWhyNot({ vault, plan }: ImportRun, item: RecordItem, { project }: Aim): string | undefined {
  const { db } = vault.projections
  const { id } = plan.place(item, project)
  const moved = findMoved(db, { project, id })
  if (moved?.fields.origin === item.origin) return `its record was moved to ${moved.project}/${moved.id}`
  const state = findRecord(db, project, id)?.state
  const name = `${project}/${id}`
  const isRedacted = state?.stamps[redactedRegister] !== undefined
  if (isRedacted && !isPresent(state)) return `the record ${name} was redacted; give it another name`
  const isForgotten = state?.gone === true && state.fields.origin === item.origin
  return isForgotten ? `its record was forgotten; "memo restore ${name}" brings it back` : undefined
}

function placeOf(item: ImportItem): string {
  return 'record' in item ? (item.at ?? item.origin) : item.origin
}

/** Goes the way of all others, so that everything is told in the order of the source. */
function toRefusal(at: string, message: string): ManyItem {
  const toDraft = (): never => {
    throw new MemoError('REFUSED', message)
  }
  return { at, project: undefined, size: 0, toDraft }
}

function toManyItem(run: ImportRun, item: RecordItem, aim: Aim, pending: Map<string, Pending>): ManyItem {
  return {
    at: placeOf(item),
    project: aim.named,
    size: item.record.body.length,
    toDraft: (project, drop) => {
      const { draft, missing } = toDraft(run, item, aim, { project, drop })
      pending.set(placeOf(item), { item, missing })
      return draft
    },
  }
}

interface Target {
  project: ResolvedProject
  drop: DropIgnored
}

function toDraft({ vault, plan, source, memory, input }: ImportRun, item: RecordItem, aim: Aim, target: Target) {
  const { project, drop } = target
  const { db } = vault.projections
  const place = plan.place(item, project.id)
  const state = findRecord(db, project.id, place.id)?.state
  const isOwn = source.ownIds === true && item.record.id === place.id
  if (isPresent(state) && state.fields.origin !== item.origin && !isOwn) {
    throw new MemoError('REFUSED', `the id ${place.id} was taken meanwhile`, { hint: 'run it again' })
  }
  const known = memory.find(item.origin)
  return toItemDraft(item, place, {
    plan,
    limits: vault.config.limits,
    mapped: aim.mapped.kind,
    kind: input.kind ?? 'note',
    ownIds: source.ownIds === true,
    isStored: (id) => findVersion(db, project.id, id) !== undefined,
    state,
    isUntouched: known?.id === place.id && known.project === project.id && isCurrent(vault, known),
    drop: (draft: RecordDraft) => drop(draft, project),
  })
}

function remember({ vault, memory }: ImportRun, answers: readonly ManyAnswer[], pending: Map<string, Pending>): void {
  memory.add(
    answers.flatMap(({ at, outcome, id = '', projectId: project = '' }) => {
      const { item, missing = [] } = pending.get(String(at)) ?? {}
      const version = findVersion(vault.projections.db, project, id)?.version
      if (outcome === 'rejected' || item?.stamp === undefined || version === undefined) return []
      const { origin, names = [], stamp, record } = item
      const more = record.supersedes === undefined ? {} : { supersedes: record.supersedes }
      return [{ origin, stamp, project, id, version, names, ...more, ...(missing.length > 0 && { missing }) }]
    }),
  )
}
