/** The parts that every vault has: which are missing, and making them. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeFolder, replaceFile } from '../lib/durable-file.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import { byteForByte, readRegularText } from '../lib/regular-file.ts'
import { gitAttributes, gitIgnore, type VaultPaths } from './layout.ts'

/** Missing folders, missing files, and files that lack one of our lines; relative to the vault. */
export function findMissingParts(paths: VaultPaths): string[] {
  const folders = foldersOf(paths).filter((path) => !existsSync(path))
  const files = filesOf(paths).filter(({ path, text }) => completed(path, text) !== undefined)
  return [...folders, ...files.map(({ path }) => path)].map((path) => relative(paths.root, path) || '.')
}

/**
 * Makes what is missing, and returns the files that were made or completed. Lines of a person's own stay, and settings
 * are never changed. Throws READ_ONLY.
 */
export function makeMissingParts(paths: VaultPaths): string[] {
  const made: string[] = []
  try {
    for (const folder of foldersOf(paths)) if (!existsSync(folder)) makeFolder(folder)
    for (const { path, text } of filesOf(paths)) {
      const whole = completed(path, text)
      if (whole === undefined) continue
      replaceFile(path, Buffer.from(whole, byteForByte), { durable: true })
      made.push(relative(paths.root, path))
    }
  } catch (error) {
    if (findErrno(error) !== 'EACCES' && findErrno(error) !== 'EROFS') throw error
    throw new MemoError('READ_ONLY', `cannot write in ${paths.root}`, {
      hint: 'check its owner and permissions',
      cause: error,
    })
  }
  return made
}

function foldersOf({ root, projects, events, local }: VaultPaths): string[] {
  return [root, projects, events, local]
}

function filesOf({ root, config }: VaultPaths): { path: string; text: string }[] {
  return [
    { path: config, text: '{\n  "version": 1\n}\n' },
    { path: join(root, '.gitignore'), text: gitIgnore },
    { path: join(root, '.gitattributes'), text: gitAttributes },
  ]
}

/** The text that the file should have, or undefined when it is complete. */
function completed(path: string, text: string): string | undefined {
  if (!existsSync(path)) return text
  const before = path.endsWith('.json') ? undefined : readRegularText(path, byteForByte)
  if (before === undefined) return undefined
  const lines = before.split(/\r?\n/)
  const missing = text.split('\n').filter((line) => line !== '' && !lines.includes(line))
  if (missing.every((line) => line.startsWith('#'))) return undefined
  const separator = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${separator}${missing.join('\n')}\n`
}
