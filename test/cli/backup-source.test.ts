import { expect, test } from 'vitest'
import { addFileHint } from '../../src/cli/backup-source.ts'
import { restoreRecords } from '../../src/vault/writing/put-away.ts'
import { makeVault, project } from '../support/vault.ts'

test('who names a backup that is not there is told so', async () => {
  const { vault } = await makeVault()
  const hintOf = async (name: string): Promise<unknown> => {
    const input = { names: [name], reason: undefined, project, cwd: '/' }
    const error: unknown = await restoreRecords(vault, input).catch((thrown: unknown) => thrown)
    return addFileHint(error, input.names)
  }
  for (const name of ['memo.tar.gz', './my backups/friday']) {
    expect(await hintOf(name)).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining(`no file ${name} `) })
  }
  expect(await hintOf('old-plan')).toMatchObject({ code: 'NOT_FOUND', hint: expect.not.stringContaining('no file') })
})
