/** The answers of `memo config get`, `set` and `list` with `--json`. */
import * as z from 'zod'

export const setting = z.object({
  key: z.string().describe('dotted name'),
  value: z.unknown().describe('the value in force'),
  source: z.enum(['file', 'default']).describe('whether config.json says so, or nothing does'),
})

export const settingsResult = z.object({
  settings: z.array(setting).describe('all settings, in the order of config.json'),
})
