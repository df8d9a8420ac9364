/** The settings of a vault, as `config.json` may hold them. Unknown keys are kept: a newer memo may have written them. */
import * as z from 'zod'
import { defaultConfig } from './defaults.ts'
import { profileName, rankingProfile } from './ranking-profile.ts'

const wholeNumber = 'must be a whole number of at least 1'
const count = z.int({ error: wholeNumber }).min(1, { error: wholeNumber })
const someDays = 'must be a number of days above 0'
const enoughBytes = 'must be a whole number of at least 512'
const briefBytes = z.int({ error: enoughBytes }).min(512, { error: enoughBytes })
const days = z.number({ error: someDays }).positive({ error: someDays })
const milliseconds = 'must be a whole number of milliseconds, 0 or more'
const projectId = z
  .string({ error: 'must be a project id' })
  .regex(/^(?!\.{1,2}$)[a-z0-9._-]+$/, { error: 'must be a project id' })
const commitPolicy = z.enum(['batched', 'each', 'off'], { error: 'must be batched, each or off' })
const secretPolicy = z.enum(['refuse', 'warn', 'off'], { error: 'must be refuse, warn or off' })
const somePatterns = 'must be a list of patterns, such as ["drafts/", "!docs/build/"]'
const pattern = z.string({ error: somePatterns }).min(1, { error: somePatterns })
const embedder = z.enum(['local', 'sentence-encoder', 'openai', 'transformers'], {
  error: 'must be local, sentence-encoder, openai or transformers',
})
const aTimeout = 'must be a whole number of milliseconds from 1 to 600000'
const timeout = z.int({ error: aTimeout }).min(1, { error: aTimeout }).max(600_000, { error: aTimeout })
const aShare = 'must be a number from 0 to 1'
const share = z.number({ error: aShare }).min(0, { error: aShare }).max(1, { error: aShare })
const anAddress = 'must be an http or https address without a user name'
const webAddress = z
  .string({ error: anAddress })
  .refine((text) => text === '' || isWebAddress(text), { error: anAddress })
const aVariable = 'must be the name of an environment variable, not the key itself'
const variableName = z.string({ error: aVariable }).regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, { error: aVariable })

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
  capture: z
    .looseObject({
      secrets: secretPolicy
        .default(defaultConfig.capture.secrets)
        .describe('what happens to a write that holds what looks like a secret'),
      ignore: z
        .array(pattern, { error: somePatterns })
        .default(defaultConfig.capture.ignore)
        .describe('files that nothing is remembered about, as in .memo-ignore and after it; ! takes one back'),
    })
    .prefault({})
    .describe('what is not remembered'),
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
      profiles: z
        .record(profileName, rankingProfile)
        .default({})
        .describe('profiles of one’s own, and changes to built-in ones'),
      logQueries: z
        .boolean({ error: 'must be true or false' })
        .default(defaultConfig.search.logQueries)
        .describe('whether each search is written to the log, with its words'),
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
  bootstrap: z
    .looseObject({
      maxBytes: briefBytes
        .default(defaultConfig.bootstrap.maxBytes)
        .describe('bytes that the brief of a session may have, if the call does not say'),
    })
    .prefault({})
    .describe('the brief at the start of a session'),
  embeddings: z
    .looseObject({
      enabled: z
        .boolean({ error: 'must be true or false' })
        .default(defaultConfig.embeddings.enabled)
        .describe('whether meaning counts beside words'),
      provider: embedder
        .default(defaultConfig.embeddings.provider)
        .describe('what tells how alike two texts are: the words they share, or a model'),
      model: z
        .string({ error: 'must be text' })
        .default(defaultConfig.embeddings.model)
        .describe('openai: name of the model; transformers, sentence-encoder: folder of the model'),
      baseUrl: webAddress.default(defaultConfig.embeddings.baseUrl).describe('openai: address of the server'),
      apiKeyEnv: variableName
        .default(defaultConfig.embeddings.apiKeyEnv)
        .describe('openai: environment variable that holds the key'),
      timeoutMs: timeout
        .default(defaultConfig.embeddings.timeoutMs)
        .describe('openai: milliseconds to wait for an answer'),
      minSimilarity: share
        .default(defaultConfig.embeddings.minSimilarity)
        .describe('local: hits less alike to the query are left out'),
    })
    .prefault({})
    .describe('embeddings'),
})
export type Config = z.infer<typeof Config>

/** The first thing that is wrong with the settings, by the dotted name of its key, or undefined if they are good. */
export function findBadSetting(settings: unknown): { key: string; problem: string } | undefined {
  const issue = Config.safeParse(settings).error?.issues[0]
  return issue && { key: issue.path.join('.'), problem: issue.message }
}

/** A name and a password in it would be stored; a query or a fragment would swallow the path. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}
