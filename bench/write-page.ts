/** A page that a benchmark makes, in the form that the check of the repository asks for. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @param path below the repository */
export function writePage(path: string, text: string): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'))
  execFileSync(process.execPath, [biome, 'format', '--write', path], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
