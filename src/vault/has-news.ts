/** Whether the log has what the index has not, mostly of other processes: a look that reads no event. */
import { indexCursor } from './append.ts'
import type { Vault } from './vault.ts'

export function hasNews(vault: Vault): boolean {
  return vault.log.hasNews(indexCursor(vault))
}
