/** The answer of `memo profiles --json`. */
import * as z from 'zod'

const settings = z.array(
  z.object({
    key: z.string().describe('dotted name, as in config.json'),
    value: z.union([z.string(), z.number()]).describe('its value'),
    reason: z.string().describe('why it is this value'),
  }),
)

export const profilesResult = z.object({
  profiles: z
    .array(
      z.object({
        name: z.string().describe('its name, for --profile and search.profile'),
        summary: z.string().describe('what it is for'),
        source: z.enum(['built-in', 'config']).describe('whether config.json has a part in it'),
        base: z.string().describe('the built-in profile that it is, or changes'),
        inUse: z.boolean().describe('a search uses it unless told otherwise'),
        settings: settings.describe('its numbers'),
      }),
    )
    .describe('the profiles'),
  shared: settings.describe('numbers that all profiles share: how words are scored'),
})
