import { globSync, readFileSync } from 'node:fs'
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

test('every variable that is read is told', () => {
  const source = readFileSync(join(packageRoot, 'src/config/environment.ts'), 'utf8')
  const read = source.matchAll(/variables\.([A-Z_]+)|\b(LC_[A-Z]+|LANG|MEMO_[A-Z]+)\b/g)
  const names = new Set([...read].map(([, name, other]) => name ?? other ?? ''))
  const page = readFileSync(join(packageRoot, 'docs/reference/configuration.md'), 'utf8')
  expect(names.size).toBeGreaterThan(15)
  expect([...names].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
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
