/** A ranking profile as `config.json` may hold one: changes to a built-in profile, every key of it known. */
import * as z from 'zod'

const wrongName = 'must be a name of small letters, digits and dashes'
export const profileName = z.string().regex(/^[a-z][a-z0-9-]*$/, { error: wrongName })

const share = number('must be a number from 0 to 1', (value) => value >= 0 && value <= 1)
const positive = number('must be a number above 0', (value) => value > 0)
const atLeastZero = number('must be a number of at least 0', (value) => value >= 0)
const count = number('must be a whole number of at least 1', (value) => Number.isInteger(value) && value >= 1)

const arm = known({
  weight: atLeastZero.exactOptional().describe('what it counts beside the other arms'),
  depth: count.exactOptional().describe('candidates taken from it'),
  full: atLeastZero.exactOptional().describe('for score: what its scores are shares of where its best is lower'),
})

export const rankingProfile = known({
  base: z
    .string()
    .exactOptional()
    .describe('the built-in profile that it changes (default: the one of its name, or default)'),
  fusion: z
    .enum(['score', 'minmax', 'rrf'], { error: 'must be score, minmax or rrf' })
    .exactOptional()
    .describe('how the lists of the arms become one'),
  rrfK: positive.exactOptional().describe('how flat the first ranks are, for rrf'),
  arms: z.record(z.string(), arm.nullable()).exactOptional().describe('by name; null leaves one out'),
  meaning: step(
    {
      least: share.describe('its share where the words are sure of their answer'),
      unsure: share.describe('what is added to it where they know nothing'),
      length: positive.describe('words; records longer than this on average give it less'),
    },
    'share of nearness in meaning, for score',
  ),
  semantic: step(
    {
      least: share.describe('its share where the words are sure of their answer'),
      unsure: share.describe('what is added to it where they know nothing'),
      length: positive.describe('words; records longer than this on average give it less'),
      words: share.describe('what word vectors count beside it, of what they count alone'),
      code: share.describe('the most that it counts where names or code are asked for'),
    },
    'share of nearness by a model, for score',
  ),
  series: step(
    {
      beside: share.describe('from the better of the two beside it'),
      further: share.describe('from the better of those one further away'),
    },
    'notes, facts, logs and sessions whose ids count on give each other a part of their score',
  ),
  turns: step(
    {
      asking: share.describe('what a turn loses where all of it asks'),
      kind: share.describe(
        'what it gains where it holds a time, a duration, a reason or a place, and that is asked for',
      ),
      speaker: share.describe('what it gains where the query names who speaks'),
    },
    'turns of a conversation that ask sink, those that are likely to answer rise',
  ),
  recency: step(
    {
      kinds: z.enum(['ageing', 'all'], { error: 'must be ageing or all' }).describe('which kinds of records age'),
      floor: share.describe('what the oldest record keeps of its score'),
      halfLifeDays: positive.describe('days in which a record loses half of what it can lose'),
    },
    'older records count less',
  ),
  polarity: step(
    {
      twin: share.describe('words that both of two twins have, of all that either has'),
      demotion: share.describe('what the one that disagrees keeps of the score of the other'),
    },
    'of two records alike but for a negation the one that agrees with the query stands above',
  ),
  diversify: step(
    {
      lambda: share.describe('what an exact copy keeps of its score'),
      floor: share.describe('cosine from which on records count as alike'),
    },
    'copies of what stands above sink',
  ),
  cutoff: step(
    {
      least: count.describe('records that are never cut off'),
      drop: share.describe('share of the score above by which a score falls where the list ends'),
    },
    'the list ends where the scores fall off',
  ),
})

function number(error: string, isGood: (value: number) => boolean) {
  return z.number({ error }).refine(isGood, { error })
}

/** Unknown keys are refused by name: a number that is misspelt would change nothing and never be missed. */
function known<Shape extends z.ZodRawShape>(shape: Shape) {
  const keys = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no ${issue.keys.join(', ')}; it may hold ${keys}` : undefined,
  })
}

function step<Shape extends z.ZodRawShape>(shape: Shape, description: string) {
  return known(shape).exactPartial().nullable().exactOptional().describe(`${description}; null switches it off`)
}
