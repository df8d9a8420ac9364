import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toFailure } from '../../src/lib/failure.ts'
import { removeFile, removeTree } from '../../src/lib/remove-file.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('a file goes, and one that is not there is as it should be', () => {
  const path = join(makeTempDir(), 'file')
  writeFileSync(path, 'text')
  removeFile(path)
  expect(existsSync(path)).toBe(false)
  removeFile(path)
  removeFile(join(path, 'in no folder'))
})

test('a link goes and not what it leads to', () => {
  const folder = makeTempDir()
  writeFileSync(join(folder, 'file'), 'text')
  symlinkSync('file', join(folder, 'link'))
  symlinkSync('nowhere', join(folder, 'dangling'))
  removeFile(join(folder, 'link'))
  removeTree(join(folder, 'dangling'))
  expect(readdirSync(folder)).toEqual(['file'])
})

test('a folder is no file', () => {
  const folder = makeTempDir()
  expect(() => removeFile(folder)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^(EISDIR|EPERM)$/) }))
})

test('a tree goes with links in it and names that are no text, and nothing beside it', () => {
  const folder = makeTempDir()
  const tree = join(folder, 'tree')
  mkdirSync(join(tree, 'a', 'b'), { recursive: true })
  mkdirSync(join(folder, 'beside'))
  writeFileSync(join(folder, 'beside', 'file'), 'text')
  symlinkSync(join(folder, 'beside'), join(tree, 'a', 'link'))
  if (process.platform === 'linux') writeFileSync(Buffer.from(`${tree}/a/b/\xff`, 'latin1'), 'text')
  removeTree(tree)
  removeTree(tree)
  expect(readdirSync(folder)).toEqual(['beside'])
  expect(readdirSync(join(folder, 'beside'))).toEqual(['file'])
})

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('a read-only file system is told as one', () => {
  const folder = makeTempDir()
  writeFileSync(join(folder, 'file'), 'text')
  mkdirSync(join(folder, 'tree', 'inner'), { recursive: true })
  execFileSync('mount', ['--bind', folder, folder])
  try {
    execFileSync('mount', ['-o', 'remount,ro,bind', folder])
    removeFile(join(folder, 'missing'))
    for (const remove of [removeFile, removeTree])
      expect(codeOf(() => remove(join(folder, remove === removeFile ? 'file' : 'tree')))).toBe('READ_ONLY')
  } finally {
    execFileSync('umount', [folder])
  }
  expect(lstatSync(join(folder, 'file')).isFile()).toBe(true)
})

function codeOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return toFailure(error).code
  }
}
