import { expect, test } from 'vitest'
import { toShowable } from '../../../src/monitor/web/ask.ts'

test('B123 what would not be seen, or in another order, is shown; what people write stays', () => {
  const stored = { title: 'su\u200bdo \u202egnp.exe', tags: ['plain\u{e0049}'], body: 'a\n\tb', hits: 1 }
  expect(JSON.parse(JSON.stringify(stored), toShowable)).toEqual({
    ...{ title: 'su\\u200bdo \\u202egnp.exe', tags: ['plain\\u{e0049}'] },
    ...{ body: 'a\n\tb', hits: 1 },
  })
  const fine = ['👩‍💻', 'می‌خواهم', 'a <b> & "c"']
  expect(JSON.parse(JSON.stringify(fine), toShowable)).toEqual(fine)
})
