import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesAnyPattern, matchesPathPattern, toRelativePath } from '../../src/record/path-patterns.ts'
import { cpuMsOf } from '../support/cpu-time.ts'

describe('matchesPathPattern', () => {
  test.each([
    ['src/db/x.ts', 'src/db/x.ts'],
    ['*', 'src/db/x.ts'],
    ['**', 'src/db/x.ts'],
    ['src/**', 'src/db/x.ts'],
    ['**/x.ts', 'x.ts'],
    ['**/x.ts', 'src/db/x.ts'],
    ['src/**/x.ts', 'src/x.ts'],
    ['src/**/x.ts', 'src/a/b/x.ts'],
    ['src/*.ts', 'src/x.ts'],
    ['src/*/x.ts', 'src/db/x.ts'],
    ['src/?.ts', 'src/é.ts'],
    ['src/?.ts', 'src/😀.ts'],
    ['./src/*.ts', 'src\\x.ts'],
    ['src\\*.ts', './src/x.ts'],
    ['a+(b)[c].{ts}', 'a+(b)[c].{ts}'],
    ['a+(b)*', 'a+(b)[c]'],
    ['docs/caf\u00e9*', 'docs/cafe\u0301.md'],
  ])('%s fits %s', (pattern, path) => expect(matchesPathPattern(pattern, path)).toBe(true))

  test.each([
    ['src/db', 'src/db/x.ts'],
    ['src/*.ts', 'src/db/x.ts'],
    ['src/?.ts', 'src/.ts'],
    ['src?x.ts', 'src/x.ts'],
    ['*/x.ts', 'a/b/x.ts'],
    ['**/x.ts', 'src/yx.ts'],
    ['*.ts', 'x.tsx'],
    ['x.ts', 'xats'],
    ['Src/*', 'src/x'],
    ['{a,b}*', 'a'],
    ['[ab]*', 'a'],
    ['!a*', 'b'],
    ['', 'a'],
  ])('%s does not fit %s', (pattern, path) => expect(matchesPathPattern(pattern, path)).toBe(false))

  test('agrees with a naive matcher', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '/', '.', '*', '**', '**/', '?'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const path = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, path, (p, s) => {
        expect(matchesPathPattern(p, s)).toBe(matchesNaively(p, s))
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['src/', ['src/**']],
    ['src/', ['src/db/x.ts']],
    ['src/', ['src']],
    ['src/', ['src/']],
    ['./src/db/', ['src/**/x.ts']],
    ['src/db/', ['*/db/?.ts']],
    ['src\\db\\', ['**/x.ts']],
    ['src/', ['*']],
    ['./', ['src/x.ts']],
    ['docs/', ['src/**', 'docs/*.md']],
  ])('in the folder %s something fits one of %j', (folder, patterns) =>
    expect(matchesAnyPattern(patterns, folder)).toBe(true),
  )

  test.each([
    ['src/', ['srcs/x.ts']],
    ['src/', ['*.ts']],
    ['src/db/', ['src/*.ts']],
    ['src/db/', ['src/dbs/**']],
    ['src/', []],
    ['src/db/', ['src/d', 'x/**']],
  ])('in the folder %s nothing fits one of %j', (folder, patterns) =>
    expect(matchesAnyPattern(patterns, folder)).toBe(false),
  )

  test('a folder agrees with trying paths in it', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '**', '**/', '?'), { maxLength: 5 })
      .map((parts) => parts.join(''))
    const folder = fc.constantFrom('a/', 'b/', 'a/b/', 'b/a/')
    const letters = ['', 'a', 'b', '/']
    const ends = letters.flatMap((a) =>
      letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => a + b + c + d))),
    )
    fc.assert(
      fc.property(pattern, folder, (p, f) => {
        const isSome = `${p}/` === f || ends.some((end) => matchesNaively(p, f + end))
        expect(matchesAnyPattern([p], f)).toBe(isSome)
      }),
      { numRuns: 1000 },
    )
  })

  test('a hostile pattern costs no more than its length times the path', () => {
    const match = (): void => {
      expect(matchesPathPattern(`${'**a'.repeat(60)}b`, 'a'.repeat(2000))).toBe(false)
      expect(matchesPathPattern(`${'**/*a*'.repeat(40)}b`, 'a/'.repeat(1000))).toBe(false)
    }
    expect(cpuMsOf(match)).toBeLessThan(2000)
  })
})

test('matchesAnyPattern', () => {
  expect(matchesAnyPattern(['docs/**', 'src/*.ts'], './src/x.ts')).toBe(true)
  expect(matchesAnyPattern(['docs/**'], 'src/x.ts')).toBe(false)
  expect(matchesAnyPattern([], 'src/x.ts')).toBe(false)
})

describe('toRelativePath', () => {
  test.each([
    ['/r/src/x.ts', '/r', 'src/x.ts'],
    ['/r/src/x.ts', '/r/', 'src/x.ts'],
    ['/r/src/../x.ts', '/r', 'x.ts'],
    ['/r', '/r', ''],
    ['/r/', '/r', ''],
    ['/x.ts', '/', 'x.ts'],
    ['./src//x.ts', '/r', 'src/x.ts'],
    ['.', '/r', ''],
    ['c:\\r\\src\\x.ts', 'C:/r', 'src/x.ts'],
    ["/tmp/用户 ö'x/p/a b.ts", "/tmp/用户 o\u0308'x/p", 'a b.ts'],
    ['/rest/x.ts', '/r', undefined],
    ['/r/../x.ts', '/r', undefined],
    ['../x.ts', '/r', undefined],
    ['a/../../x.ts', '/r', undefined],
    ['..', '/r', undefined],
    ['..x/y', '/r', '..x/y'],
    ['D:\\r\\x.ts', 'C:/r', undefined],
  ])('%s from %s is %s', (path, root, relative) => expect(toRelativePath(path, root)).toBe(relative))
})

/** Tries every way to spend the path on the pattern. */
function matchesNaively(pattern: string, path: string): boolean {
  const [p, s] = [pattern, path].map((text) => text.replace(/^(\.\/+)+/, ''))
  return p === s || p === '*' || spend(p ?? '', s ?? '')
}

function spend(p: string, s: string): boolean {
  if (p === '') return s === ''
  const cuts = Array.from({ length: s.length + 1 }, (_, i) => i)
  if (p.startsWith('**/'))
    return spend(p.slice(3), s) || cuts.some((i) => s[i] === '/' && spend(p.slice(3), s.slice(i + 1)))
  if (p.startsWith('**')) return cuts.some((i) => spend(p.slice(2), s.slice(i)))
  if (p.startsWith('*')) return cuts.some((i) => !s.slice(0, i).includes('/') && spend(p.slice(1), s.slice(i)))
  const fits = p[0] === '?' ? s !== '' && s[0] !== '/' : p[0] === s[0]
  return fits && spend(p.slice(1), s.slice(1))
}
