/** Whether other processes have written since the vault was last brought up: a look that reads no event. */
import { indexCursor } from './append.ts'
import type { Vault } from './vault.ts'

export function hasNews(vault: Vault): boolean {
  return vault.log.hasNews(indexCursor(vault))
}
