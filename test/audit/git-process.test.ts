import { expect, test } from 'vitest'
import { startGit } from '../../src/audit/git-process.ts'
import { git } from '../support/clones.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('git that something kills is told as that, and who goes on writing to it leaves nothing behind', async () => {
  const root = makeTempDir()
  git(root, 'init', '-q')
  const warnings: string[] = []
  const note = ({ message }: Error): number => warnings.push(message)
  process.on('warning', note)
  const child = startGit(root, ['hash-object', '--stdin'])
  child.kill()
  for (let n = 0; n < 20; n++) await child.write(Buffer.alloc(1 << 20))
  await expect(child.end()).rejects.toThrow('git was ended by SIGKILL')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
