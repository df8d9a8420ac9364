import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const body = `# Why\nAll at once.\n\n## Jitter\n${'Retries stampede.\x1b[2J '.repeat(200)}`
const records = [
  { id: 'long', kind: 'trap', title: 'Stampede of retries', body },
  { id: 'short', kind: 'note', title: 'Retries', body: '> Retries stampede.' },
  { id: 'other', kind: 'note', title: 'Other', body: 'Retries, once.' },
]

test('memo recall prints a pack within its budget, and says on stderr what it left out', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  const { stdout, stderr, status } = await memo([
    'recall',
    'retries',
    'stampede',
    '--project',
    'acme',
    '--budget',
    '300',
  ])
  expect(status).toBe(0)
  expect([...stdout].length).toBeLessThanOrEqual(300)
  expect(stdout).toMatch(
    /^- long \(trap, \d+ s ago\): Stampede of retries – All at once\. \[sections: Why; Jitter · about /m,
  )
  expect(stdout).toMatch(/^### short \(note, \d+ s ago\)\n\n> Retries\n>\n> > Retries stampede\.$/m)
  expect(stderr).toMatch(/^Note: \d+ of 300 characters, about \d+ tokens; to read the rest in full, about \d+ more$/m)
  const full = await memo(['recall', 'retries', '--project', 'acme', '--kind', 'trap'])
  expect(full.stdout).toContain('> Retries stampede.\\x1b[2J Retries')
  expect(full.stdout).not.toContain('\x1b')
  const pack = (await ask(['recall', 'retries', '--project', 'acme', '--kind', 'trap'])).entries as { text: string }[]
  const ageless = (text: string): string => text.replace(/\d+ s ago/g, 'AGE')
  expect(ageless(pack.map(({ text }) => `${text}\n`).join(''))).toBe(ageless(full.stdout))
  expect(await ask(['log', '--type', 'record.hit'])).toEqual({ events: [], more: false, stale: false })
})

test('memo recall says why there is nothing, and what did not fit', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  expect(await memo(['recall', 'kerberos', '--project', 'acme'])).toMatchObject({
    ...{ status: 0, stdout: expect.stringMatching(/^Nothing found \(never_known\): /), stderr: '' },
  })
  expect(await memo(['recall', 'retries', '--project', 'acme', '--budget', '10', '--limit', '2'])).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/2 found did not fit.*\n.*1 more match/),
  })
})
