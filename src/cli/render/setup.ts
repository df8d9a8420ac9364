/** What was set up for an agent, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import type { SetupFile, SetupResult } from '../../vault/setup/setup.ts'

export function renderSetup({ action, files, written, notes }: SetupResult): string {
  if (action === 'print') return [...files.map(renderEntry), ...notes].join('\n')
  const lines = files.map(renderChange)
  return [...lines, ...(written && action === 'add' ? notes : [])].join('\n')
}

/** What would change, before it does; `---` and `+++` as tools that read patches know them. */
export function renderDiff(files: readonly SetupFile[]): string {
  return files
    .filter(({ diff }) => diff !== '')
    .map(({ path, change, diff }) => {
      const [from, to] = [change === 'create' ? '/dev/null' : path, change === 'delete' ? '/dev/null' : path]
      const names = `--- ${toHarmless(from)}\n+++ ${toHarmless(to)}\n`
      return `${names}${toHarmless(diff, { keepNewlines: true })}\n`
    })
    .join('')
}

const verbs = { create: 'made', change: 'changed', delete: 'removed', none: 'nothing to change in' } as const

function renderChange({ path, change, backup }: SetupFile): string {
  const kept = backup === null ? '' : ` (as it was: ${toHarmless(backup)})`
  return `${verbs[change]} ${toHarmless(path)}${kept}`
}

function renderEntry({ path, entry }: SetupFile): string {
  return `# ${toHarmless(path)}\n${toHarmless(entry, { keepNewlines: true })}`
}
