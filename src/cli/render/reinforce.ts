/** A signal, for a person: counted or not, and the average after it. */
import type { ReinforceResult } from '../../vault/writing/reinforce.ts'
import type { Paint } from '../color.ts'

export function renderReinforce({ id, projectId, signal, outcome, until }: ReinforceResult, paint: Paint): string {
  const name = `${paint('bold', id)} in project ${projectId}`
  const average = outcome === null ? 'no outcome yet' : `outcome ${outcome.toFixed(2)}`
  if (until === undefined) return `Noted a signal of ${signal} for ${name} (${average}).`
  return `Not counted: ${name} takes one signal in 15 minutes, the next from ${until} on (${average}).`
}
