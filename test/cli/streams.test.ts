/** An answer comes out whole, whatever standard output is. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeAtOnce } from '../../src/cli/streams.ts'
import { runScript } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault, project, put } from '../support/vault.ts'

const config = [process.execPath, runScript, 'config', 'list', '--json']

describe.skipIf(process.platform === 'win32')('an answer', () => {
  const expected = spawnSync(process.execPath, config.slice(1), { encoding: 'utf8' }).stdout

  test('is the same in a file, behind what stood there', () => {
    const path = join(makeTempDir(), 'out')
    // Both go on from one place in it, as behind the > of a shell; to append would hide a write at a place of its own.
    const file = openSync(path, 'w')
    for (let time = 0; time < 2; time++)
      spawnSync(process.execPath, config.slice(1), { stdio: ['ignore', file, 'inherit'] })
    closeSync(file)
    expect(JSON.parse(expected)).toBeTypeOf('object')
    expect(readFileSync(path, 'utf8')).toBe(expected + expected)
  })

  test('is whole in a pipe whose reader is slow', async () => {
    const { vault } = await makeVault()
    // More than a pipe holds.
    await put(vault, { id: 'long', body: 'word '.repeat(50_000) })
    const line = `"${process.execPath}" "${runScript}" get long --project ${project} --json | (sleep 1; cat)`
    const { stdout } = spawnSync('sh', ['-c', line], {
      env: { ...process.env, MEMO_VAULT: vault.paths.root },
      encoding: 'utf8',
      maxBuffer: 10 ** 7,
    })
    expect(stdout).toContain('word '.repeat(49_999))
    expect(JSON.parse(stdout)).toBeTypeOf('object')
  })

  test.each([
    ['get', 'long --json'],
    ['export', '--format jsonl'],
  ])('of %s that the file cannot take whole is a failure', async (command, rest) => {
    const { vault } = await makeVault()
    await put(vault, { id: 'long', body: 'word '.repeat(50_000) })
    const out = join(makeTempDir(), 'out')
    const line = `ulimit -f 100; "${process.execPath}" "${runScript}" ${command} ${rest} --project ${project} > "${out}"`
    const { status, stderr } = spawnSync('sh', ['-c', line], {
      env: { ...process.env, MEMO_VAULT: vault.paths.root },
      encoding: 'utf8',
    })
    expect(statSync(out).size).toBeLessThan(250_000)
    expect(stderr).toContain('Error: the answer could not be written')
    expect(status).toBe(1)
  })
})

describe('writing at once', () => {
  /** Takes so many bytes at a time, and then throws. */
  function takesInParts(sizes: number[], code: string) {
    const parts: string[] = []
    const write = (bytes: Buffer): number => {
      const size = sizes.shift()
      if (size === undefined) throw Object.assign(new Error(code), { code })
      parts.push(bytes.toString('utf8', 0, size))
      return size
    }
    return { parts, write }
  }

  test('goes on where a part was taken', () => {
    const { parts, write } = takesInParts([3, 1, 2], 'EIO')
    expect(writeAtOnce(Buffer.from('abcdef'), write)).toHaveLength(0)
    expect(parts).toEqual(['abc', 'd', 'ef'])
  })

  test('gives back what would have to wait', () => {
    const { parts, write } = takesInParts([2], 'EAGAIN')
    expect(writeAtOnce(Buffer.from('abcdef'), write).toString()).toBe('cdef')
    expect(parts).toEqual(['ab'])
  })

  test('is over where nobody reads any more', () => {
    const { write } = takesInParts([2], 'EPIPE')
    expect(writeAtOnce(Buffer.from('abcdef'), write)).toHaveLength(0)
  })
})
