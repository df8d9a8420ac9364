/** Programs that sign: ended with all that they have started. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../src/audit/programs.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('a program that waits for one that it started is ended in time', { timeout: 10_000 }, async () => {
  const cwd = makeTempDir()
  const program = join(cwd, 'signer')
  writeFileSync(program, '#!/bin/sh\nsleep 30\necho done\n', { mode: 0o755 })
  await expect(runProgram(program, [], { cwd, timeoutMs: 300 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
