/** Looking for a text in every byte of a vault. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that hold the text, in letters of any case, whatever they are for; git compresses its objects, and they are no text here. */
export function filesWith(root: string, text: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).sort()
  const wanted = text.toLowerCase()
  return paths.filter((path) => readFileSync(join(root, path)).toString('latin1').toLowerCase().includes(wanted))
}
