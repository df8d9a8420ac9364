/** Settings for a person. */
import type { Setting } from '../../config/edit.ts'
import { toHarmless } from '../../lib/harmless.ts'

export function renderSettingValue(value: unknown): string {
  return toHarmless(typeof value === 'string' ? value : JSON.stringify(value))
}

export function renderSetting({ key, value }: Setting): string {
  return `${toHarmless(key)} = ${renderSettingValue(value)}`
}

/** One line each; what the file sets is told from what is default. */
export function renderSettings(settings: readonly Setting[]): string {
  return settings
    .map((setting) => `${renderSetting(setting)}${setting.source === 'default' ? '  (default)' : ''}`)
    .join('\n')
}
