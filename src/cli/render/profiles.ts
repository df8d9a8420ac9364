/** The profiles for a person: each number with its reason. */

import { toHarmless } from '../../lib/harmless.ts'
import type { ProfilesResult, ShownProfile } from '../../vault/reading/profiles.ts'
import type { Paint } from '../color.ts'
import { widest } from './columns.ts'

type Settings = ShownProfile['settings']

export function renderProfiles({ profiles, shared }: ProfilesResult, paint: Paint): string {
  const blocks = profiles.map((profile) => [renderHead(profile, paint), ...renderSettings(profile.settings, paint)])
  const common = [
    `${paint('bold', 'shared')}  how words are scored, in every profile`,
    ...renderSettings(shared, paint),
  ]
  return [...blocks, common].map((lines) => lines.join('\n')).join('\n\n')
}

function renderHead({ name, summary, inUse }: ShownProfile, paint: Paint): string {
  return `${paint('bold', name)}  ${toHarmless(summary)}${inUse ? paint('cyan', '  (in use)') : ''}`
}

function renderSettings(settings: Settings, paint: Paint): string[] {
  const width = widest(settings.map(toText))
  return settings.map((setting) => `  ${toText(setting).padEnd(width)}  ${paint('dim', toHarmless(setting.reason))}`)
}

function toText({ key, value }: Settings[number]): string {
  return toHarmless(`${key} = ${value}`)
}
