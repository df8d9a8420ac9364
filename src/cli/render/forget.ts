/** What was forgotten, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import type { ForgetResult } from '../../vault/forget.ts'
import type { Paint } from '../color.ts'

export function renderForget({ id, projectId, title }: ForgetResult, paint: Paint): string {
  return `Forgot ${paint('bold', id)} in project ${projectId}: ${toHarmless(title)}`
}
