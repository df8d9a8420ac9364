/** The Markdown that people may have written below `projects/`; compiled views say what the records say. */
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { viewNames } from '../../projections/views/render-views.ts'

/** Relative to the vault, in any folder, sorted. */
export function listMarkdown(root: string): string[] {
  if (!existsSync(join(root, 'projects'))) return []
  const entries = readdirSync(join(root, 'projects'), { recursive: true, encoding: 'utf8' })
  const files = entries.filter((path) => path.endsWith('.md')).map((path) => `projects/${path.split(sep).join('/')}`)
  const isView = (path: string): boolean =>
    path.split('/').length === 3 && viewNames.some((name) => path.endsWith(`/${name}`))
  return files.filter((path) => !isView(path)).sort()
}
