import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findIgnoreRule, loadIgnoreRules } from '../../src/record/capture-ignore.ts'

let root = ''

beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memo-ignore-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('built-in rules', () => {
  test.each([
    ['.git/config', '.git/'],
    ['node_modules/x/index.js', 'node_modules/'],
    ['packages/a/node_modules/x.js', 'node_modules/'],
    ['dist/**', 'dist/'],
    ['.env', '.env'],
    ['config/.env.local', '.env.*'],
    ['keys/server.PEM', '*.pem'],
    ['a\\b\\c.key', '*.key'],
    ['data/app.sqlite', '*.sqlite'],
  ])('%s is kept out by %s', async (path, pattern) => {
    expect(await findIgnoreRule(path, root)).toEqual({ pattern, source: 'built-in', line: undefined })
  })

  test.each(['src/x.ts', 'src/**/*.ts', 'environment.ts', 'docs/build.md', '.gitignore', '', '.', './', '用户/ö x.md'])(
    '%j may be captured',
    async (path) => expect(await findIgnoreRule(path, root)).toBeUndefined(),
  )

  test('a folder is known as one also without its slash', async () => {
    mkdirSync(join(root, 'build'))
    expect(await findIgnoreRule('build', root)).toMatchObject({ pattern: 'build/' })
    expect(await findIgnoreRule('dist', root)).toBeUndefined()
  })
})

test('later rules win: built-in, then the file, then the settings', async () => {
  writeFileSync(join(root, '.memo-ignore'), '\uFEFF# notes\r\n\r\nprivate/\r\n!*.db\r\n*.log\r\n')
  const find = await loadIgnoreRules(root, ['!keep.log', '*.db'])
  expect(find('private/x.md')).toEqual({ pattern: 'private/', source: 'file', line: 3 })
  expect(find('a.log')).toEqual({ pattern: '*.log', source: 'file', line: 5 })
  expect(find('keep.log')).toBeUndefined()
  expect(find('a.db')).toEqual({ pattern: '*.db', source: 'settings', line: undefined })
  expect((await loadIgnoreRules(root))('a.db')).toBeUndefined()
})

test('as in git, a path comes back only if its folder is not ignored', async () => {
  expect(await findIgnoreRule('dist/keep.md', root, ['!dist/keep.md'])).toMatchObject({ pattern: 'dist/' })
  expect(await findIgnoreRule('dist/keep.md', root, ['!dist/'])).toBeUndefined()
})

describe('paths outside of the product', () => {
  test.each(['../x.ts', 'a/../../x.ts', '/etc/passwd', '..\\x.ts', 'C:\\x.ts'])('%s is kept out', async (path) => {
    expect(await findIgnoreRule(path, root)).toEqual({ pattern: undefined, source: 'outside', line: undefined })
  })

  test('an absolute path below the root is inside, also through a link', async () => {
    const product = join(root, "用户 ö'x")
    mkdirSync(product)
    symlinkSync(product, join(root, 'link'))
    const find = await loadIgnoreRules(product)
    for (const folder of [product, join(root, 'link')]) {
      expect(find(join(folder, 'src', 'new.ts'))).toBeUndefined()
      expect(find(join(folder, 'dist', 'x.js'))).toMatchObject({ pattern: 'dist/' })
    }
    expect(find(join(root, 'other'))).toMatchObject({ source: 'outside' })
  })
})

test('an ignore file that is a folder, or a path with NUL, does no harm', async () => {
  mkdirSync(join(root, '.memo-ignore'))
  expect(await findIgnoreRule('src/a\0b', root)).toBeUndefined()
})
