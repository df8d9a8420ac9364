import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot, runProcess } from './support/cli.ts'
import { listFields, readSchema } from './support/json-schema.ts'

const files = globSync('*.json', { cwd: join(packageRoot, 'docs/reference/schemas') }).map((file) =>
  basename(file, '.json'),
)

test('the committed references are what the schemas and the manifest say', async () => {
  const script = join(packageRoot, 'scripts/schemas.mjs')
  const result = await runProcess(process.execPath, [script, '--check'], { env: process.env })
  expect(result).toMatchObject({ status: 0, stderr: '' })
})

test('every field of every schema says what it means', () => {
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const silent = listFields(readSchema(file)).filter(({ field }) => !field.description)
    expect(
      silent.map(({ path }) => path),
      file,
    ).toEqual([])
  }
})
