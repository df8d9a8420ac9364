/** The calls of the library: options checked, one verb of the vault, the answer in the words of the library. */
import type * as z from 'zod'
import { checkNamed } from '../record/check-named.ts'
import { bootstrap } from '../vault/bootstrap/bootstrap.ts'
import type { HeldVault } from '../vault/held-vault.ts'
import { getRecords } from '../vault/reading/get.ts'
import { listRecords, rankRecords } from '../vault/reading/list.ts'
import { recallRecords } from '../vault/reading/recall.ts'
import { searchVault } from '../vault/reading/search.ts'
import { refresh } from '../vault/refresh.ts'
import type { Vault } from '../vault/vault.ts'
import { forgetRecord } from '../vault/writing/forget.ts'
import { rateRecord } from '../vault/writing/rate.ts'
import { toRecordDraft } from '../vault/writing/record-draft.ts'
import { reinforceRecord } from '../vault/writing/reinforce.ts'
import { upsertRecord } from '../vault/writing/upsert.ts'
import { type Dated, type Standing, toGet, toList, toPlace, toRank, toRecall, toSearch } from './asked.ts'
import * as checks from './checks.ts'
import type { MemoVault } from './memo-vault.ts'
import { toAdvised, told } from './told.ts'

interface Desk {
  held: Pick<HeldVault, 'run'>
  standing: Standing
}

type Verbs = Omit<MemoVault, 'root' | 'follow' | 'close' | typeof Symbol.asyncDispose>

export function toVerbs(desk: Desk): Verbs {
  const read = reader(desk)
  const write = writer(desk)
  return {
    search: (query, options) =>
      read(checks.searchOptions, { ...options, query }, (vault, given, standing) =>
        searchVault(vault, toSearch(given, standing)),
      ),
    recall: (query, options) =>
      read(checks.recallOptions, { ...options, query }, (vault, given, standing) =>
        recallRecords(vault, toRecall(given, standing)),
      ),
    get: (names, options) =>
      read(checks.getOptions, { ...options, names: [names].flat() }, (vault, given, standing) =>
        getRecords(vault, toGet(given, standing)),
      ),
    list: (options) =>
      read(checks.listOptions, options, (vault, given, standing) => listRecords(vault, toList(given, standing))),
    rank: (options) =>
      read(checks.rankOptions, options, (vault, given, standing) => rankRecords(vault, toRank(given, standing))),
    bootstrap: (options) =>
      read(checks.bootstrapOptions, options, (vault, { counted = true, explain = false, ...given }, standing) => {
        const session = given.session ?? standing.session
        const asked = { ...given, ...toPlace(given, standing), session, isCounted: counted, explain }
        return bootstrap(vault, { ...asked, mayBeNew: given.project === undefined, scan: 'bounded' })
      }),
    upsert: (record, options) =>
      write(checks.writeOptions, options, (vault, { allowSecret, ...given }, standing) => {
        const { id, ...fields } = checkNamed(checks.recordInput, record, 'field')
        const draft = toRecordDraft(id, fields, vault.config.limits)
        return upsertRecord(vault, draft, { ...toPlace(given, standing), allowSecret })
      }),
    rate: (name, rating, options) =>
      write(checks.rateOptions, { ...options, name, rating }, (vault, { comment, ...given }, standing) => {
        const session = given.session ?? standing.session
        return rateRecord(vault, { ...given, ...toPlace(given, standing), comment, session })
      }),
    reinforce: (name, worth, options) =>
      write(checks.reinforceOptions, { ...options, name, worth }, (vault, { comment, ...given }, standing) => {
        const session = given.session ?? standing.session
        return reinforceRecord(vault, { ...given, ...toPlace(given, standing), comment, session, signal: given.worth })
      }),
    forget: (name, options) =>
      write(checks.forgetOptions, { ...options, name }, (vault, { reason, ...given }, standing) =>
        forgetRecord(vault, { ...given, ...toPlace(given, standing), reason }),
      ),
  }
}

type Call = <Schema extends z.ZodObject, Answer extends object>(
  schema: Schema,
  options: unknown,
  verb: (vault: Vault, given: z.infer<Schema>, standing: Dated) => Promise<Answer>,
) => Promise<Answer>

function reader({ held, standing }: Desk): Call {
  return async (schema, options, verb) => {
    const signal = findSignal(options)
    return told(signal, async () => {
      const given = checkNamed(schema, options, 'option')
      const call = (vault: Vault) => verb(vault, given, { ...standing, now: vault.ports.now() })
      return toAdvised(await held.run(call, signal))
    })
  }
}

/** A write begins with a look at an index that may be gone by now; reading verbs do that themselves. */
function writer(desk: Desk): Call {
  const call = reader(desk)
  return (schema, options, verb) =>
    call(schema, options, async (vault, given, standing) => {
      await refresh(vault, 'none')
      return verb(vault, given, standing)
    })
}

function findSignal(options: unknown): AbortSignal | undefined {
  const { signal } = { ...(options as { signal?: unknown } | undefined) }
  return signal instanceof AbortSignal ? signal : undefined
}
