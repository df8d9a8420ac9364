import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const stdin = toLines([
  { id: 'trap', kind: 'trap', title: 'Trap \u001b[2K', body: 'mind the gap', created: '2020-01-01' },
  { id: 'soon', kind: 'note', title: 'Soon', body: 'ends soon', ttl: '6d' },
])

test('one screen, in digits where the terminal may know no bars', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin })
  const plain = await memo(['stats', '--project', 'acme'], { env: { TERM: 'dumb', LC_ALL: 'C.UTF-8' } })
  expect(plain).toMatchObject({ status: 0, stderr: '' })
  expect(plain.stdout).toMatch(/^records {3}2 in acme$/m)
  expect(plain.stdout).toMatch(/^growth {4}0{11}9 {2}1 by week since \d{4}-/m)
  expect(plain.stdout).toContain('  acme/trap: Trap \\x1b[2K\n')
  expect(plain.stdout).toMatch(/Expire within a week \(1\)\n {2}acme\/soon: Soon \(in 5 d\)$/m)
  const rich = await memo(['stats', '--all'], { env: { TERM: 'xterm', LC_ALL: 'C.UTF-8' } })
  expect(rich.stdout).toMatch(/^growth {4}▁{11}█ {2}1 by week/m)
})
