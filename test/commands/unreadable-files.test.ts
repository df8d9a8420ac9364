/** Files that a person or another tool broke: each is told by name and left alone, and keeps no other from being found. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const place = ['--project', 'acme']

function aliasBomb(): string {
  const names = [...'abcdefghi']
  const lines = names.slice(1).map((name, n) => `${name}: &${name} [${Array(9).fill(`*${names[n]}`)}]`)
  return ['---', 'a: &a [1,2,3,4,5,6,7,8,9]', ...lines, '---', 'kestrel', ''].join('\n')
}

const broken: [caseId: string, text: string, told: string][] = [
  ['B041', '---\ntitle: Retry: use jitter\n---\nkestrel\n', 'line 2: '],
  ['B042', '---\ntitle: `memo search` is slow\n---\nkestrel\n', 'line 2: '],
  ['B046', '---\ntitle: A\ntags: [x]\ntitle: B\n---\nkestrel\n', 'line 4: the key title stands here again'],
  ['B048', '---\ntitle: "abc "def" ghi"\ntags: [a, b]\n---\nkestrel\n', 'line 2: '],
  ['B050', aliasBomb(), 'more than 100 aliases'],
  ['B051', `---\nx: ${'['.repeat(6000)}${']'.repeat(6000)}\n---\nkestrel\n`, 'nested deeper than 100 levels'],
]

async function makeVaultWithThree(): Promise<CliVault & { place: (name: string) => string }> {
  const vault = await makeCliVault()
  for (const n of [1, 2, 3]) {
    await vault.ask([
      'upsert',
      '--kind',
      'note',
      '--id',
      `r${n}`,
      '--title',
      `R ${n}`,
      '--body',
      `kestrel ${n}`,
      ...place,
    ])
  }
  return { ...vault, place: (name) => join(vault.root, 'projects/acme/notes', name) }
}

test.each(broken)('%s frontmatter that cannot be read', async (_, text, told) => {
  const vault = await makeVaultWithThree()
  const path = vault.place('broken.md')
  writeFileSync(path, text)
  const note = expect.stringMatching(
    /^Note: projects\/acme\/notes\/broken\.md cannot be followed and is left as it is: /,
  )
  const first = await vault.memo(['search', 'kestrel', '--json', ...place])
  expect(first).toMatchObject({ status: 0, stderr: note })
  expect(first.stderr).toContain(told)
  expect(first.json()).toMatchObject({ total: 3 })
  expect(await vault.memo(['list', ...place])).toMatchObject({ status: 0, stderr: '' })
  expect((await vault.memo(['doctor', '--json'])).json()).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ subject: 'projects/acme/notes/broken.md', message: expect.stringContaining(told) }),
    ]),
  })
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a record whose file cannot be read is written to the log, and that its file is not is told once', async () => {
  const vault = await makeVaultWithThree()
  writeFileSync(vault.place('r1.md'), '---\ntitle: a: b\n---\nby hand\n')
  const write = (body: string) => vault.memo(['upsert', '--id', 'r1', '--body', body, ...place])
  const told = /^Note: saved, but the file of acme\/r1 cannot be written: line 2: /m
  expect(await write('kestrel new')).toMatchObject({ status: 0, stderr: expect.stringMatching(told) })
  expect(await write('kestrel newer')).toMatchObject({ status: 0, stderr: '' })
  expect(await vault.ask(['get', 'r1', ...place])).toMatchObject({ records: [{ body: 'kestrel newer' }] })
  expect(readFileSync(vault.place('r1.md'), 'utf8')).toContain('by hand')
})

test('many files that cannot be read are told in a few lines', async () => {
  const vault = await makeVaultWithThree()
  for (let n = 0; n < 10; n++) writeFileSync(vault.place(`broken-${n}.md`), '---\ntitle: a: b\n---\nkestrel\n')
  const { stderr } = await vault.memo(['list', ...place])
  expect(stderr.trim().split('\n')).toHaveLength(4)
  expect(stderr).toContain('Note: 7 more files cannot be followed; "memo doctor" lists them\n')
})

test('B114 frontmatter in a language that runs is text', async () => {
  const vault = await makeVaultWithThree()
  const proof = join(makeTempDir(), 'pwned')
  const text = `---js\n{ t: require('fs').writeFileSync(${JSON.stringify(proof)}, '1') }\n---\nkestrel\n`
  writeFileSync(vault.place('js.md'), text)
  writeFileSync(join(vault.cwd, 'import.md'), text)
  await vault.ask(['import', 'markdown', 'import.md', ...place])
  await vault.ask(['rebuild'])
  expect(await vault.ask(['search', 'kestrel', ...place])).toMatchObject({ total: 5 })
  await vault.ask(['get', 'js', ...place])
  expect(existsSync(proof)).toBe(false)
  expect(readFileSync(vault.place('js.md'), 'utf8')).toBe(text)
})
