/** The settings of a vault, as `config.json` may hold them. Unknown keys are kept: a newer memo may have written them. */
import * as z from 'zod'
import { defaultConfig } from './defaults.ts'

const wholeNumber = 'must be a whole number of at least 1'
const count = z.int({ error: wholeNumber }).min(1, { error: wholeNumber })
const someDays = 'must be a number of days above 0'
const days = z.number({ error: someDays }).positive({ error: someDays })
const milliseconds = 'must be a whole number of milliseconds, 0 or more'
const projectId = z
  .string({ error: 'must be a project id' })
  .regex(/^(?!\.{1,2}$)[a-z0-9._-]+$/, { error: 'must be a project id' })
const commitPolicy = z.enum(['batched', 'each', 'off'], { error: 'must be batched, each or off' })

export const Config = z.looseObject({
  version: z
    .literal(defaultConfig.version, { error: 'must be 1; a newer memo may have written this vault' })
    .default(defaultConfig.version)
    .describe('version of the vault format'),
  git: z
    .looseObject({
      commit: commitPolicy.default(defaultConfig.git.commit).describe('when writes are committed to git'),
      batchEvents: count.default(defaultConfig.git.batchEvents).describe('batched: events after which it commits'),
      batchSeconds: count.default(defaultConfig.git.batchSeconds).describe('batched: seconds after which it commits'),
    })
    .prefault({})
    .describe('history of the vault in git'),
  limits: z
    .looseObject({
      bodyBytes: count.default(defaultConfig.limits.bodyBytes).describe('bytes that the body of a record may have'),
    })
    .prefault({})
    .describe('what is refused'),
  lock: z
    .looseObject({
      waitMs: z
        .int({ error: milliseconds })
        .min(0, { error: milliseconds })
        .default(defaultConfig.lock.waitMs)
        .describe('milliseconds to wait for another writer'),
    })
    .prefault({})
    .describe('one writer at a time'),
  ttl: z
    .looseObject({
      scratchDays: days.default(defaultConfig.ttl.scratchDays).describe('days that a scratch record lives'),
      reviewDays: days.default(defaultConfig.ttl.reviewDays).describe('days that a review lives'),
    })
    .prefault({})
    .describe('lifetimes where a record has none of its own'),
  projectAliases: z.record(projectId, projectId).default({}).describe('project ids that stand for another project'),
  search: z
    .looseObject({
      profile: z.string().min(1).default(defaultConfig.search.profile).describe('name of the ranking profile'),
    })
    .prefault({})
    .describe('ranking'),
  session: z
    .looseObject({
      ttlDays: days
        .default(defaultConfig.session.ttlDays)
        .describe('days that a session remembers what it has counted'),
    })
    .prefault({})
    .describe('sessions of agents'),
})
export type Config = z.infer<typeof Config>

/** The first thing that is wrong with the settings, by the dotted name of its key, or undefined if they are good. */
export function findBadSetting(settings: unknown): { key: string; problem: string } | undefined {
  const issue = Config.safeParse(settings).error?.issues[0]
  return issue && { key: issue.path.join('.'), problem: issue.message }
}
