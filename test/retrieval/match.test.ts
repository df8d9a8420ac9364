import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryTerms, toExactMatch, toKeywordMatch } from '../../src/retrieval/match.ts'
import { includedTerms, parseQuery } from '../../src/retrieval/query.ts'
import { openTables } from './search-tables.ts'

describe('queries that are not valid FTS5', () => {
  test.each(["doesn't touch", 'doesn’t touch', 'doesnʼt touch', 'doesnt touch', "archived rows'", "migration's rows"])(
    'B001 an apostrophe never matters: %s',
    (query) => {
      const tables = openTables("the migration doesn't touch archived rows", 'rows of seats')
      expect(tables.search(query)).toEqual(['A'])
    },
  )

  test('B001 a curly apostrophe in the record neither', () => {
    expect(openTables('it doesn’t fit').search("doesn't fit")).toEqual(['A'])
    expect(openTables('it doesnʼt fit').search("doesn't fit")).toEqual(['A'])
  })

  test.each(['KIT-204', 'retry-budget', '-204', 'gateway retry-budget KIT-204'])(
    'B002 hyphenated word: %s',
    (query) => {
      const tables = openTables('a budget', 'ticket KIT-204 covers the retry-budget of the gateway', 'kit 7, item 2040')
      expect(tables.search(query)[0]).toBe('B')
    },
  )

  test.each([
    'packages/api/src/queue.ts:88',
    'src/queue',
    'queue.ts',
    'queue.t',
    '.\\src\\queue.ts',
    'api/src/queue.ts',
  ])('B003 path: %s', (query) => {
    const tables = openTables('a queue of tests', 'loop lives in packages/api/src/queue.ts:88')
    expect(tables.search(query)[0]).toBe('B')
  })

  test.each([
    ['*', []],
    ['**', []],
    ['AND', ['A']],
    ['OR', ['A']],
    ['NOT', []],
    ['NEAR(cache ttl', []],
    ['NEAR(gate, 2)', ['A']],
    ['OR gate', ['A']],
    ['gate AND', ['A']],
    ['gate AND OR', ['A']],
    ['gate AND AND OR NOT', ['A']],
  ])('B005 star and operator words alone: %s', (query, ids) => {
    expect(openTables('AND gate beside an OR gate').search(query)).toEqual(ids)
  })

  test.each(['rotate_signing_key', 'rotate signing key', 'signing_key', 'rotate_sign*', 'rotate_signi*'])(
    'B007 snake case: %s',
    (query) => {
      expect(openTables('call rotate_signing_key before deploy').search(query)).toEqual(['A'])
    },
  )

  test('B009 the record with the symbols comes before those with the letter', () => {
    const tables = openTables(
      'service in C++ only',
      'service in C# only',
      'plain C service',
      '.NET runtime choice',
      'net income table',
    )
    expect(tables.search('C++')[0]).toBe('A')
    expect(tables.search('C#')[0]).toBe('B')
    expect(tables.search('which service is in C#?')[0]).toBe('B')
    expect(tables.search('.NET')).toEqual(['D', 'E'])
    expect(tables.search('C++ or C#').slice(0, 2).sort()).toEqual(['A', 'B'])
    expect(openTables('use @c here').search('@c')).toEqual(['A'])
  })

  test('B011 the exact version comes before near ones', () => {
    const tables = openTables('released v1 in lane 2, slot 3', 'released v1.2.30', 'released v1.2.3 today')
    expect(tables.search('v1.2.3')).toEqual(['C'])
    expect(tables.search('1.2.3')).toEqual(['C'])
    expect(tables.search('what was released in v1.2.3?')[0]).toBe('C')
  })

  test.each(['node 22.5', '38.101', '10.0.0.1', '2031-04-05'])('B011 number with signs: %s', (query) => {
    const tables = openTables('node 22 and 5', '38, 101', '10 0 0 1', '2031 04 05', `see ${query}.`)
    expect(tables.search(query)[0]).toBe('E')
  })

  test('B013 NUL is a blank, in records and in queries', () => {
    const tables = openTables('alpha\0omega')
    expect(tables.search('omega')).toEqual(['A'])
    const query = parseQuery('alpha\0zzz')
    expect(queryTerms(query)).toEqual(['alpha', 'zzz'])
    expect(toKeywordMatch(query)?.allTerms).toBe('("alpha" AND "zzz")')
  })
})

describe('scripts and accents', () => {
  test.each([
    ['发布窗口改到周四晚上', ['发布窗口', '周四', '晚上', '窗口 周四']],
    ['夜間バックアップの手順', ['バックアップ', '手順', 'ﾊﾞｯｸｱｯﾌﾟ', 'バック*']],
    ['배포를 금요일에 한다', ['배포', '금요일']],
    ['在API网关里重试', ['API', '网关', 'api网关']],
  ])('B014 a word inside of %s', (body, queries) => {
    for (const query of queries) expect(openTables('other', body).search(query), query).toEqual(['B'])
  })

  test.each(['备份', '雨', '雨天'])('B016 one or two characters: %s', (query) => {
    expect(openTables('雨天检查备份', '发布窗口').search(query)).toEqual(['A'])
  })

  test.each(['00%', 'r_i'])('B016 %s is no wildcard', (query) => {
    expect(openTables('rate is 100% for user_id').search(query)).toEqual([])
  })

  test.each([
    ['CI', ['A']],
    ['ci push', ['A']],
    ['which DB do we use', ['B']],
    ['QA', []],
  ])('B018 two-letter word: %s', (query, ids) => {
    const tables = openTables('CI runs on every push', 'Postgres is the main DB', 'Terraform builds staging')
    expect(tables.search(query)).toEqual(ids)
  })

  test('B018 capitals are a name where small letters stand beside them', () => {
    const tables = openTables('it is a budget', 'the IT budget')
    expect(includedTerms(parseQuery('what is the IT budget')).map(({ text }) => text)).toEqual(['IT', 'budget'])
    expect(tables.search('IT budget')).toHaveLength(2)
  })

  test('B019 Thai words inside a sentence, and tone marks', () => {
    const tables = openTables('ระบบสำรองข้อมูลทำงานทุกคืน', 'ขาว', 'ข่าว')
    for (const query of ['สำรอง', 'ข้อมูล', 'ทุกคืน']) expect(tables.search(query), query).toEqual(['A'])
    expect(tables.search('ขาว')).toEqual(['B'])
    expect(tables.search('ข่าว')).toEqual(['C'])
  })

  test.each(['sao paulo', 'jager', 'creme brulee', 'SÃO', 'sa\u0303o', 'JÄGER'])('B021 accents: %s', (query) => {
    expect(openTables('São Paulo rollout with Jäger and crème brûlée').search(query)).toEqual(['A'])
    expect(openTables('Sao Paulo rollout with Jager and creme brulee').search(query)).toEqual(['A'])
  })

  test.each([
    ['Άλφα ёлка', 'αλφα елка'],
    ['كِتَاب', 'كتاب'],
    ['ＡＰＩ', 'api'],
    ['हिन्दी', 'हिन्दी'],
  ])('B021 %s is found by %s', (body, query) => {
    expect(openTables(body).search(query)).toEqual(['A'])
    expect(openTables(query).search(body)).toEqual(['A'])
  })

  test.each([
    ['🚀', ['A']],
    ['🚀 launch', ['A']],
    ['launch', ['A', 'B']],
    ['👩‍💻', ['A']],
    ['👍', ['C']],
    ['❤', ['C']],
    ['🇩🇪', ['C']],
    ['🇫🇷', []],
    ['🧭', []],
  ])('B023 emoji: %s', (query, ids) => {
    const tables = openTables({ title: '🚀 launch list 👩‍💻', body: 'checklist' }, 'launch', '👍🏽❤️🇩🇪 5️⃣')
    expect(tables.search(query).sort()).toEqual(ids)
  })
})

describe('recall and ranking', () => {
  test.each([
    'why does the gateway keep retrying?',
    'can you tell me about gateway jitter',
    'gateway AND jitter',
    'what’s the gateway jitter',
    'WHY DOES THE GATEWAY RETRY',
  ])('B025 question: %s', (query) => {
    expect(openTables('why does the cache keep up', 'Gateway retries three times with jitter').search(query)[0]).toBe(
      'B',
    )
  })

  test('B025 operators', () => {
    const tables = openTables('gateway jitter', 'gateway cache', 'cache jitter', 'do not use the cache')
    expect(tables.search('gateway AND jitter')).toEqual(['A'])
    expect(tables.search('gateway NOT jitter')).toEqual(['B'])
    expect(tables.search('cache AND NOT jitter').sort()).toEqual(['B', 'D'])
    expect(tables.search('gateway AND unknown')).toEqual([])
    expect(tables.search('gateway unknown AND jitter')).toEqual(['A'])
    expect(tables.search('gateway jitter OR cache jitter').sort()).toEqual(['A', 'C'])
    expect(tables.search('do not use cache')).toEqual(['D'])
    expect(tables.search('do NOT use the cache')).toEqual(['D'])
  })

  test.each(['run*', 'runn*', 'runni*', 'runnin*', 'running*', 'saniti*', 'sanitiz*', 'sanitize*'])(
    'B027 typing on inside of a word: %s',
    (query) => {
      const tables = openTables('nightly running jobs sanitize the input', 'sand and ruin')
      expect(tables.search(query)).toEqual(['A'])
      expect(tables.search(query.slice(0, -1), { prefixLast: true })).toEqual(['A'])
    },
  )

  test('B027 every beginning of every word, alone and behind a joining sign', () => {
    const body =
      'organizational universities happily daylight keyboard hoping generalizations relativity payload-replies'
    const tables = openTables(body)
    for (const word of body.split(' ')) {
      for (let end = 2; end <= word.length; end += 1) {
        expect(tables.search(`${word.slice(0, end)}*`), word.slice(0, end)).toEqual(['A'])
      }
    }
  })

  test('B027 a prefix matches no shorter word', () => {
    expect(openTables('but build', 'business').search('bus*')).toEqual(['B'])
  })

  test('B028 a title outranks a body that repeats the words', () => {
    const tables = openTables(
      { title: 'Notes', body: 'lock timeout lock timeout lock timeout' },
      { title: 'Lock timeout', body: 'short' },
    )
    expect(tables.search('lock timeout')).toEqual(['B', 'A'])
  })

  test('B029 only the stem matches, never an infix', () => {
    const tables = openTables('yin and yang palette', 'res nullius', 'deploy checklist', 'post office hours')
    expect(tables.search('deploying')).toEqual(['C'])
    expect(tables.search('postgres')).toEqual([])
  })

  test.each(['standup-2031-02-03', 'standup 2031', 'standup-2031*'])('B031 name of the record: %s', (query) => {
    const tables = openTables({ id: 'standup-2031-02-03', title: 'Daily', body: 'nothing special' }, 'nothing')
    expect(tables.search(query)).toEqual(['standup-2031-02-03'])
  })

  test.each([
    ['"project timeline"', ['A']],
    ['“project timeline”', ['A']],
    ['agreed "project timeline"', ['A']],
    ['unknown "project timeline"', ['A']],
    ['"project timeline', ['A', 'B']],
    ['"timeline" "project"', ['A', 'B']],
    ['"timeline project"', []],
    ['project NOT "project timeline"', ['B']],
  ])('B033 phrase: %s', (query, ids) => {
    expect(openTables('project timeline agreed', 'timeline of the project').search(query).sort()).toEqual(ids)
  })

  test.each([
    'parse',
    'user token',
    'parseusertoken',
    'parseUserToken',
    'server error',
    'dispatching',
    'parseUs*',
    'HTTPServerError',
  ])('B036 identifier, its parts, its forms: %s', (query) => {
    const tables = openTables('call parseUserToken then HTTPServerError then dispatch_legacy', 'unrelated')
    expect(tables.search(query)).toEqual(['A'])
  })

  test('B036 a camelCase query finds the words, and the whole name first', () => {
    const tables = openTables('the user token that we parse', 'parseUserToken')
    expect(tables.search('parseUserToken')).toEqual(['B', 'A'])
  })
})

describe('match strings', () => {
  test('an empty query has none', () => {
    for (const text of ['', ' ', '*', '?!', '""']) {
      expect(toKeywordMatch(parseQuery(text))).toBeUndefined()
      expect(toExactMatch(parseQuery(text))).toBeUndefined()
    }
  })

  test('a query without names has no exact one', () => {
    expect(toExactMatch(parseQuery('gateway jitter'))).toBeUndefined()
    expect(toExactMatch(parseQuery('gateway NOT src/queue.ts'))).toBeUndefined()
    expect(toExactMatch(parseQuery('see src/queue.ts, line 3'))).toBe('("src/queue.ts" OR "src/queue.ts"*)')
  })

  test('terms to highlight', () => {
    expect(queryTerms(parseQuery('why does "Project timeline" NOT gate runn* 发布窗口'))).toEqual([
      'project',
      'timeline',
      'runn*',
      '发布',
      '窗口',
    ])
  })

  const special = [
    '"',
    "'",
    '*',
    '(',
    ')',
    ':',
    '^',
    '+',
    '-',
    '.',
    '/',
    '\\',
    '{',
    '}',
    ',',
    ' ',
    '\0',
    '’',
    '\ud83d',
    '$',
    '#',
  ]
  const fragment = fc.constantFrom(
    ...special,
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'a',
    'the',
    'runn',
    '发布',
    'ไทย',
    '🚀',
    '٣',
    'é',
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join('')),
    fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(' ')),
  )

  test('FTS5 takes every query', () => {
    const tables = openTables('some record')
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, prefixLast) => tables.run(text, { prefixLast })),
      { numRuns: 1000 },
    )
  })

  test('FTS5 takes very long queries', () => {
    const tables = openTables('some record')
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
    for (const text of [
      words.join(' '),
      words.join('-'),
      '发布窗口'.repeat(3000),
      words.join(' OR '),
      words.join(' NOT '),
    ]) {
      tables.run(text)
      tables.run(text, { prefixLast: true })
    }
    tables.run('-'.repeat(100_000))
  })

  test('any text finds the record that is that text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = text.replaceAll('"', ' ').slice(0, 60)
        if (parseQuery(`"${quoted}"`).empty !== undefined || !/^[\x20-\x7e]*$/.test(quoted)) return
        expect(openTables(quoted).search(`"${quoted}"`)).toEqual(['A'])
      }),
      { numRuns: 200 },
    )
  })
})
