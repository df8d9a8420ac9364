/** The types that go along with the package compile in the project of a stranger, who has nothing else of ours. */
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as schemas from '../../src/schemas.ts'
import { packageRoot, runProcess } from '../support/cli.ts'
import { listBlocks } from '../support/doc-page.ts'
import { makeTempDir } from '../support/temp-dir.ts'

/** Everything is checked that can be, also the declarations themselves. */
const strict = {
  ...{ strict: true, skipLibCheck: false, noEmit: true, exactOptionalPropertyTypes: true, isolatedModules: true },
  ...{ noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, allowJs: true, checkJs: true, noImplicitAny: false },
}

const wrong = `import { openVault } from 'memo-vault'
const vault = await openVault()
// @ts-expect-error no such option
await vault.search('x', { kind: 'trap' })
// @ts-expect-error no such kind
await vault.upsert({ kind: 'trpa', body: 'x' })
// @ts-expect-error the query is missing
await vault.search()
const { hits } = await vault.search('x')
export const title: string | undefined = hits[0]?.title
// @ts-expect-error there may be none
export const first: string = hits[0].title
`

async function compile(options: object, types: string[] = ['node']) {
  const folder = makeTempDir()
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(packageRoot, join(folder, 'node_modules/memo-vault'))
  for (const name of types)
    symlinkSync(join(packageRoot, 'node_modules/@types', name), join(folder, `node_modules/@types/${name}`))
  if (types.length > 0)
    symlinkSync(join(packageRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  const blocks = listBlocks(readFileSync(join(packageRoot, 'docs/library.md'), 'utf8'), 'ts')
  for (const [number, block] of blocks.entries())
    writeFileSync(join(folder, `page-${number}.mts`), `${block}\nexport {}\n`)
  writeFileSync(join(folder, 'wrong.mts'), wrong)
  const examples = types.length > 0 ? globSync('*.mjs', { cwd: join(packageRoot, 'examples') }) : []
  for (const name of examples) copyFileSync(join(packageRoot, 'examples', name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const compilerOptions = { ...strict, types, ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts', '*.mjs'] }))
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = await runProcess(process.execPath, [compiler, '-p', folder], { env: process.env })
  return { said: stdout, status, count: blocks.length + examples.length }
}

describe.concurrent('the types, the examples and the page compile', { timeout: 120_000 }, () => {
  test('as Node resolves modules, for the oldest language that has what they need', async ({ expect: expected }) => {
    const result = await compile({ module: 'nodenext', target: 'es2022', lib: ['es2022'] })
    expected(result).toEqual({ said: '', status: 0, count: 6 })
  })

  test('as a bundler does', async ({ expect: expected }) => {
    const result = await compile({ module: 'esnext', moduleResolution: 'bundler', target: 'esnext' })
    expected(result).toEqual({ said: '', status: 0, count: 6 })
  })

  test('also where the types of Node are not there', async ({ expect: expected }) => {
    const result = await compile({ module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'] }, [])
    expected(result).toEqual({ said: '', status: 0, count: 3 })
  })
})

test('the types are small, and need no other package', () => {
  const files = globSync('dist/**/*.d.ts', { cwd: packageRoot }).sort()
  expect(files).toEqual(['dist/index.d.ts', 'dist/schemas.d.ts'])
  const texts = files.map((file) => readFileSync(join(packageRoot, file), 'utf8'))
  const sources = texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)/g)].map(([, source]) => source),
  )
  expect([...new Set(sources)]).toEqual(['./index.js'])
  expect(texts.join('').length).toBeLessThan(60_000)
})

test('each schema checks, as others would ask it, and can be told as JSON Schema', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    expect(schema['~standard'], name).toMatchObject({ version: 1, vendor: 'zod' })
    expect(schema['~standard'].validate(1), name).toHaveProperty('issues')
    expect(schema.toJSONSchema(), name).toHaveProperty('$schema')
  }
  const record = { kind: 'note', body: 'The API listens on 8080.' } as const
  expect(schemas.recordInput['~standard'].validate(record)).toEqual({ value: record })
})
