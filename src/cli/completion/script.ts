/** The scripts that make a shell ask `memo complete`, as they lie in the package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

// Each has the name under which its shell looks for it.
const files: { readonly [shell in Shell]: string } = { bash: 'memo.bash', zsh: '_memo', fish: 'memo.fish' }

export function readCompletionScript(packageRoot: string, shell: Shell): string {
  return readFileSync(join(packageRoot, 'completion', files[shell]), 'utf8')
}
