import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveAside } from '../../src/lib/move-aside.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('what was set aside before stays', () => {
  const folder = makeTempDir()
  for (const text of ['first', 'second', 'third']) {
    writeFileSync(join(folder, 'INDEX.md'), text)
    moveAside(join(folder, 'INDEX.md'), join(folder, 'aside'))
  }
  const kept = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  expect(Object.fromEntries(kept)).toEqual({ aside: 'first', 'aside-2': 'second', 'aside-3': 'third' })
})
