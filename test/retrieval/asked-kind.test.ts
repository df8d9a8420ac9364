/** What kind of answer a question wants, and which texts hold one. */
import { describe, expect, test } from 'vitest'
import { holdsAskedKind } from '../../src/retrieval/asked-kind.ts'

describe.each([
  [
    'when did the kiln break?',
    ['it broke last week', 'on 3rd of June', 'two days ago', 'at 9:30', 'in 2031'],
    ['it broke'],
  ],
  ['how long does firing take', ['about nine hours', 'ever since'], ['it is fired twice']],
  ['why was the glaze changed?', ['because it cracked', 'we wanted to', 'to save lead'], ['it was changed']],
  ['Where is the clay stored', ['in the shop', 'over at Delft'], ['it is wet']],
])('%s', (question, answers, others) => {
  test.each(answers)('is answered by: %s', (text) => expect(holdsAskedKind(question)?.(text)).toBe(true))
  test.each(others)('is not answered by: %s', (text) => expect(holdsAskedKind(question)?.(text)).toBe(false))
})

test.each(['what is a kiln?', 'kiln temperature', 'wann wurde der Ofen gebaut?', 'how do we load the kiln'])(
  'asks for none of these: %s',
  (question) => expect(holdsAskedKind(question)).toBeUndefined(),
)
