/** Importing into a test vault the way the command does. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importRecords } from '../../src/vault/import/import-records.ts'
import type { ImportReport } from '../../src/vault/import/report.ts'
import type { ImportInput } from '../../src/vault/import/run.ts'
import { findImportSource } from '../../src/vault/import/sources.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { packageRoot } from './cli.ts'
import { makeTempDir } from './temp-dir.ts'
import { project } from './vault.ts'

/** A copy of a fixture, to be changed by the test. */
export function copyFixture(name: string): string {
  const folder = join(makeTempDir(), name)
  cpSync(join(packageRoot, 'test/fixtures/import', name), folder, { recursive: true })
  return folder
}

/** Files in a folder of their own, named `notes`. */
export function makeFiles(files: { [path: string]: string | Uint8Array }): string {
  const folder = join(makeTempDir(), 'notes')
  mkdirSync(folder)
  addFiles(folder, files)
  return folder
}

export function addFiles(folder: string, files: { [path: string]: string | Uint8Array }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Into the project of the test, unless it says otherwise; `project: undefined` leaves it to the source. */
export function take(
  vault: Vault,
  source: string,
  path: string,
  input: Partial<ImportInput> = {},
): Promise<ImportReport> {
  return importRecords(vault, findImportSource(source), { paths: [path], project, cwd: dirname(path), ...input })
}
