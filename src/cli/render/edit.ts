/** What an edit changed, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import type { EditResult } from '../../vault/writing/edit.ts'
import type { Paint } from '../color.ts'
import { renderChanges, renderDiff } from './changes.ts'

export function renderEdit(result: EditResult, paint: Paint): string {
  const { id, projectId, kind, title, changed, changes, bodyDiff = '' } = result
  const lines = [...renderChanges(changes, paint), ...renderDiff(bodyDiff, paint)].map((line) => `    ${line}`)
  const head = `${changed ? 'Changed' : 'Unchanged'} ${kind} ${paint('bold', id)} in project ${projectId}`
  return [`${head}: ${toHarmless(title)}`, ...lines].join('\n')
}
