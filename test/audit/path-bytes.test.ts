import { expect, test } from 'vitest'
import { splitPaths, toPathBytes } from '../../src/audit/path-bytes.ts'

test('paths of any bytes are told apart and lead back to their bytes', () => {
  const names = [Buffer.from('plain/ü😀'), Buffer.from([0x62, 0xff]), Buffer.from([0x62, 0xfe]), Buffer.from('b\ufffd')]
  const output = Buffer.concat(names.flatMap((name) => [name, Buffer.of(0)]))
  const paths = splitPaths(output)
  expect(new Set(paths).size).toBe(4)
  expect(paths.map((path) => path.isWellFormed())).toEqual([true, false, false, true])
  expect(toPathBytes(paths.map((path) => `${path}\0`).join(''))).toEqual(output)
  expect(splitPaths(Buffer.from(''))).toEqual([])
})
