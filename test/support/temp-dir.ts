import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A fresh folder that is removed when the test that asked for it is over. */
export function makeTempDir(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memo-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** One for all tests of a file; asked for outside of the tests. */
export function makeSharedTempDir(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memo-test-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
