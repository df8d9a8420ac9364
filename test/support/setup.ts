/** Runs before each test file: no test sees the user's home or git settings, and a process warning fails the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'memo-home-'))
const warnings: string[] = []

// Each file has a home of its own, and none is to compile the program anew.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url))
Object.assign(process.env, { HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' })
for (const name of [
  'MEMO_VAULT',
  'MEMO_DEBUG',
  'NO_COLOR',
  'FORCE_COLOR',
  'DEBUG',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
]) {
  delete process.env[name]
}
const note = (warning: Error): void => void warnings.push(String(warning.stack))
process.on('warning', note)

afterEach(async () => {
  // Node tells a warning one turn after it arose.
  await setImmediate()
  expect(warnings.splice(0), 'process warnings').toEqual([])
})

// The next file may be run by the same process.
afterAll(() => {
  process.off('warning', note)
  rmSync(home, { recursive: true, force: true })
})
