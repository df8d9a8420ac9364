/** Queries that people typed into systems of this kind, and what they should have found. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { runCli } from '../support/cli.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'

type Given = { id: string; body: string; title?: string; tags?: string[]; kind?: string }

async function vaultOf(...records: Given[]): Promise<Vault> {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  for (const { title, ...record } of records) await put(vault, { title: title ?? record.id, ...record })
  return vault
}

/** The same through the program, in a process of its own. */
async function typed(vault: Vault, query: string): Promise<string[]> {
  const result = await runCli(['search', '--json', '--project', project, '--', query], { vault: vault.paths.root })
  expect(result, query).toMatchObject({ status: 0, stderr: '' })
  return (result.json() as { hits: { id: string }[] }).hits.map(({ id }) => id)
}

interface Case {
  name: string
  records: Given[]
  /** Each query finds exactly these, in this order; after a star, these come first and others may follow. */
  finds: [query: string, ...ids: string[]][]
}

const cases: Case[] = [
  {
    name: 'B001 an apostrophe, straight or curly, changes nothing',
    records: [
      { id: 'a', body: "the migration doesn't touch archived rows" },
      { id: 'b', body: 'does the touch screen work' },
    ],
    finds: [
      ["doesn't touch", '*', 'a'],
      ['doesn’t touch', '*', 'a'],
      ["archived rows'", 'a'],
    ],
  },
  {
    name: 'B002 hyphenated words and ticket keys are ordinary words',
    records: [
      { id: 'a', body: 'ticket KIT-204 covers the retry-budget of the gateway' },
      { id: 'b', body: 'the budget of the year' },
    ],
    finds: [
      ['KIT-204', '*', 'a'],
      ['retry-budget', '*', 'a'],
      ['-204', 'a'],
      ['gateway retry-budget KIT-204', '*', 'a'],
    ],
  },
  {
    name: 'B003 a path, its tail and the bare file name all find',
    records: [{ id: 'a', body: 'loop lives in packages/api/src/queue.ts:88' }],
    finds: [
      ['packages/api/src/queue.ts:88', 'a'],
      ['src/queue', 'a'],
      ['queue.ts', 'a'],
      ['queue.t', 'a'],
      ['.\\src\\queue.ts', 'a'],
    ],
  },
  {
    name: 'B005 a star lists all, operator words alone are words',
    records: [{ id: 'a', body: 'AND gate beside an OR gate' }],
    finds: [
      ['*', 'a'],
      ['**', 'a'],
      ['AND', 'a'],
      ['OR', 'a'],
      ['OR gate', 'a'],
      ['gate AND', 'a'],
      ['NOT'],
      ['NEAR(cache ttl'],
      ['NEAR(gate, 2)', 'a'],
    ],
  },
  {
    name: 'B007 an identifier, its parts and the spaced form all find',
    records: [{ id: 'a', body: 'call rotate_signing_key before deploy' }],
    finds: [
      ['rotate_signing_key', 'a'],
      ['rotate signing key', 'a'],
      ['signing_key', 'a'],
      ['rotate_sign*', 'a'],
    ],
  },
  {
    name: 'B009 a name made of symbols comes before the letters alone',
    records: [
      { id: 'cpp', body: 'service in C++ only', title: 'one' },
      { id: 'csharp', body: 'service in C# only', title: 'two' },
      { id: 'plain', body: 'plain C service', title: 'three' },
      { id: 'dotnet', body: '.NET runtime choice', title: 'four' },
      { id: 'income', body: 'net income table', title: 'five' },
    ],
    finds: [
      ['C++', '*', 'cpp'],
      ['C#', '*', 'csharp'],
      ['.NET', '*', 'dotnet'],
    ],
  },
  {
    name: 'B011 the exact version comes before near ones',
    records: [
      { id: 'far', body: 'released v1 in lane 2, slot 3', title: 'one' },
      { id: 'near', body: 'released v1.2.30', title: 'two' },
      { id: 'exact', body: 'released v1.2.3 today', title: 'three' },
      { id: 'misc', body: 'needs node 22.5, section 38.101, host 10.0.0.1, due 2031-04-05', title: 'four' },
    ],
    finds: [
      ['v1.2.3', '*', 'exact'],
      ['node 22.5', '*', 'misc'],
      ['38.101', '*', 'misc'],
      ['10.0.0.1', '*', 'misc'],
      ['2031-04-05', '*', 'misc'],
    ],
  },
  {
    name: 'B014 a word from the middle of an unspaced sentence finds',
    records: [
      { id: 'zh', body: '发布窗口改到周四晚上' },
      { id: 'ja', body: '夜間バックアップの手順' },
    ],
    finds: [
      ['发布窗口', 'zh'],
      ['周四', 'zh'],
      ['晚上', 'zh'],
      ['バックアップ', 'ja'],
      ['手順', 'ja'],
    ],
  },
  {
    name: 'B016 words of one and two characters find, and no wildcard acts',
    records: [
      { id: 'zh', body: '雨天检查备份' },
      { id: 'en', body: 'rate is 100% for user_id' },
      { id: 'other', body: 'the year 2001 of the rxi' },
    ],
    finds: [['备份', 'zh'], ['雨', 'zh'], ['雨天', 'zh'], ['00%'], ['r_i']],
  },
  {
    name: 'B018 two-letter terms find',
    records: [
      { id: 'ci', body: 'CI runs on every push', title: 'one' },
      { id: 'db', body: 'Postgres is the main DB', title: 'two' },
      { id: 'tf', body: 'Terraform builds staging', title: 'three' },
    ],
    finds: [['CI', 'ci'], ['ci push', 'ci'], ['which DB do we use', '*', 'db'], ['QA']],
  },
  {
    name: 'B019 words inside a Thai sentence find, and tone marks tell words apart',
    records: [
      { id: 'backup', body: 'ระบบสำรองข้อมูลทำงานทุกคืน' },
      { id: 'white', body: 'ขาว' },
      { id: 'news', body: 'ข่าว' },
    ],
    finds: [
      ['สำรอง', 'backup'],
      ['ข้อมูล', 'backup'],
      ['ทุกคืน', 'backup'],
      ['ขาว', 'white'],
      ['ข่าว', 'news'],
    ],
  },
  {
    name: 'B021 accents are ignored in both directions',
    records: [
      { id: 'accents', body: 'São Paulo rollout with Jäger and crème brûlée' },
      { id: 'plain', body: 'a naive cafe', title: 'plain' },
    ],
    finds: [
      ['sao paulo', 'accents'],
      ['jager', 'accents'],
      ['creme brulee', 'accents'],
      ['SÃO', 'accents'],
      ['naïve café', 'plain'],
    ],
  },
  {
    name: 'B023 emoji find',
    records: [
      { id: 'emoji', body: 'checklist', title: '🚀 launch list 👩‍💻' },
      { id: 'none', body: 'nothing of the kind' },
    ],
    finds: [
      ['🚀', 'emoji'],
      ['🚀 launch', 'emoji'],
      ['launch', 'emoji'],
      ['👩‍💻', 'emoji'],
    ],
  },
  {
    name: 'B025 a question finds what its content words describe',
    records: [
      { id: 'gateway', body: 'Gateway retries three times with jitter', title: 'one' },
      { id: 'other', body: 'why the sky is blue', title: 'two' },
    ],
    finds: [
      ['why does the gateway keep retrying?', '*', 'gateway'],
      ['can you tell me about gateway jitter', '*', 'gateway'],
      ['gateway AND jitter', 'gateway'],
    ],
  },
  {
    name: 'B027 typing on inside a word keeps finding',
    records: [{ id: 'a', body: 'nightly running jobs sanitize the input' }],
    finds: ['run*', 'runn*', 'runni*', 'runnin*', 'running*', 'saniti*', 'sanitiz*', 'sanitize*'].map((query) => [
      query,
      'a',
    ]),
  },
  {
    name: 'B028 a title outranks a body that repeats the words',
    records: [
      { id: 'body', body: 'lock timeout lock timeout lock timeout', title: 'Notes' },
      { id: 'title', body: 'short', title: 'Lock timeout' },
    ],
    finds: [['lock timeout', 'title', 'body']],
  },
  {
    name: 'B029 the stem finds, accidents inside a word do not',
    records: [
      { id: 'palette', body: 'yin and yang palette' },
      { id: 'latin', body: 'res nullius' },
      { id: 'list', body: 'deploy checklist' },
      { id: 'office', body: 'post office hours' },
    ],
    finds: [['deploying', 'list'], ['postgres']],
  },
  {
    name: 'B031 the id finds',
    records: [
      { id: 'standup-2031-02-03', body: 'nothing special', title: 'Daily' },
      { id: 'standup-2031-02-04', body: 'nothing special', title: 'Daily' },
    ],
    finds: [
      ['standup-2031-02-03', '*', 'standup-2031-02-03'],
      ['standup 2031', '*', 'standup-2031-02-03', 'standup-2031-02-04'],
    ],
  },
  {
    name: 'B033 quotes make a phrase, and an open quote makes words',
    records: [
      { id: 'a', body: 'project timeline agreed', title: 'one' },
      { id: 'b', body: 'timeline of the project', title: 'two' },
    ],
    finds: [
      ['"project timeline"', 'a'],
      ['agreed "project timeline"', 'a'],
      ['"project timeline', '*', 'a', 'b'],
    ],
  },
  {
    name: 'B036 parts of identifiers and their other forms find',
    records: [{ id: 'a', body: 'call parseUserToken then HTTPServerError then dispatch_legacy' }],
    finds: ['parse', 'user token', 'parseusertoken', 'server error', 'dispatching'].map((query) => [query, 'a']),
  },
]

describe.each(cases)('$name', ({ records, finds }) => {
  test('in process, every query', async () => {
    const vault = await vaultOf(...records)
    for (const [query, ...wanted] of finds) {
      const found = await findIds(vault, query)
      const isOpen = wanted[0] === '*'
      expect(isOpen ? found.slice(0, wanted.length - 1) : found, query).toEqual(isOpen ? wanted.slice(1) : wanted)
    }
  })

  test('by the program, the first query', async () => {
    const vault = await vaultOf(...records)
    const [query = ''] = finds[0] ?? []
    expect(await typed(vault, query)).toEqual(await findIds(vault, query))
  })
})

test('B013 NUL and other controls are refused or stripped, never a silent cut', async () => {
  const vault = await vaultOf({ id: 'a', body: 'alpha\u0001omega' })
  await expect(put(vault, { id: 'b', body: 'alpha\0omega' })).rejects.toMatchObject({ code: 'USAGE' })
  const call = ['upsert', '--kind', 'note', '--title', 't', '--project', project, '--body', '-']
  const piped = await runCli(call, { vault: vault.paths.root, stdin: 'alpha\0omega' })
  expect(piped).toMatchObject({ status: 2, stderr: expect.stringContaining('body holds a NUL character') })
  expect(await findIds(vault, 'omega')).toEqual(['a'])
  expect(await findIds(vault, 'alpha\0zzz')).toEqual(['a'])
  expect(await findIds(vault, 'zzz\0qqq')).toEqual([])
})

test('B034 a tag filter is exact', async () => {
  const tags = ['go', 'golang', 'user_id', 'userXid', '100%', '100x']
  const vault = await vaultOf(...tags.map((tag, n) => ({ id: `r${n}`, body: 'x', tags: [tag] })))
  for (const [n, tag] of tags.entries()) expect(await findIds(vault, '', { tags: [tag] }), tag).toEqual([`r${n}`])
})

test('no query is an error, and nothing found says why', async () => {
  const vault = await vaultOf({ id: 'a', body: 'alpha' })
  for (const query of [
    '"',
    '(',
    ')',
    '^',
    ':',
    '-',
    '""',
    '"*"',
    'a:b',
    '{x}',
    '+',
    '\\',
    '\ud800',
    'NOT NOT',
    '***',
  ]) {
    const { hits, abstained } = await find(vault, query)
    expect(hits.length > 0 || abstained !== null, query).toBe(true)
  }
})
