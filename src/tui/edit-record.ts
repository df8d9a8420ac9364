/** A record's file in an editor, and what it says after that. */
import { adoptEdit, findEditable } from '../vault/writing/edit.ts'
import { nameOf, type Ref } from './ref.ts'
import type { VaultHost } from './vault-host.ts'

/** A sentence about what came of it. Throws what the verbs throw, and what the editor does. */
export async function editRecord(
  { run, cwd }: VaultHost,
  ref: Ref,
  openEditor: (path: string) => Promise<void>,
): Promise<string> {
  const editable = await run((vault) => findEditable(vault, nameOf(ref), { project: undefined, cwd }))
  await openEditor(editable.path)
  const result = await run((vault) => adoptEdit(vault, editable))
  if ('problem' in result) return `not taken over: ${result.problem}; ${editable.filepath} is left as you wrote it`
  if (!result.changed) return `${ref.id} is as it was`
  const fields = result.changes.map(({ field }) => field)
  return `took over ${[...fields, ...(result.bodyDiff === undefined ? [] : ['the text'])].join(', ')} of ${ref.id}`
}
