/** What was forgotten, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { Redacted } from '../../vault/redacting/redact.ts'
import type { ForgetResult } from '../../vault/writing/forget.ts'
import type { Paint } from '../color.ts'

export function renderForget({ id, projectId, title, redacted }: ForgetResult, paint: Paint): string {
  if (redacted !== undefined) return renderRedacted(`${paint('bold', id)} in project ${projectId}`, redacted, paint)
  return `Forgot ${paint('bold', id)} in project ${projectId}: ${toHarmless(title)}`
}

/** Without the title: it may be what was to go. */
function renderRedacted(name: string, { events, kept, complete, elsewhere }: Redacted, paint: Paint): string {
  const what = kept ? 'Took the earlier wordings out of' : 'Took the text out of'
  const rest = complete ? [] : ['Some of it is still there: run any command that writes, and "memo doctor".']
  return [
    `${what} ${name}: ${plural(events, 'event')} of the log, files, views and index. Its id stays.`,
    ...rest,
    '',
    'memo cannot take it out of everything. In this order:',
    ...elsewhere.flatMap(({ place, why, commands }) => [
      `${paint('bold', place)}: ${why}`,
      ...commands.map((command) => `  ${toHarmless(command)}`),
    ]),
  ].join('\n')
}
