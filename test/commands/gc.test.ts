import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const stdin = toLines([
  { id: 'gone', kind: 'scratch', title: 'Gone \u001b[2K', body: 'x', created: '2020-01-01' },
  { id: 'old', kind: 'trap', title: 'Old', body: 'y', created: '2020-01-01', ttl: '3d' },
])

test('without a person it forgets only with --yes, and the undo brings all of it back', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin })
  const here = ['--project', 'acme']
  expect(await memo(['gc', ...here])).toMatchObject({ status: 1, stdout: '' })
  expect((await memo(['gc', ...here, '--dry-run'])).stdout).toBe(
    [
      'Would archive 1 record, would forget 1.',
      'archive   acme/old trap: Old (expired 2020-01-04)',
      'forget    acme/gone scratch: Gone \\x1b[2K (expired 2020-01-08, by the lifetime of its kind)',
      '',
    ].join('\n'),
  )
  expect((await memo(['gc', ...here, '--yes'])).stdout).toContain('Archived 1 record, forgot 1.\narchived  acme/old')
  expect((await memo(['gc', ...here])).stdout).toBe('Nothing has expired.\n')
  await ask(['undo', '--yes'])
  expect(await ask(['gc', ...here, '--dry-run'])).toMatchObject({ archived: 1, forgotten: 1 })
})
