import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRecurrence, overlap, type Recurring, tokenSet } from '../../src/record/overlap.ts'

const words = 'always close the database handle before the process exits or rows are lost'

function trap(body: string, patterns: string[] = [], title = 'Close the handle'): Recurring {
  return { body, patterns, title }
}

describe('tokenSet', () => {
  test.each([
    ['Close the DB-handle, close it!', ['close', 'the', 'db', 'handle', 'it']],
    ['É e\u0301 Ⅻ ＡＢ', ['é', 'xii', 'ab']],
    ['Redis缓存失效', ['redis', '缓存', '存失', '失效']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['猫', ['猫']],
    ['?! 🚀', []],
  ])('%s', (text, tokens) => expect([...tokenSet(text)]).toEqual(tokens))
})

describe('overlap', () => {
  const set = fc.array(fc.constantFrom(...'abcdefgh')).map((letters) => new Set(letters))

  test('is symmetric, within 0 and 1, and 1 for a non-empty set with itself or a larger one', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        expect(overlap(a, b)).toBe(overlap(b, a))
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0)
        expect(overlap(a, b)).toBeLessThanOrEqual(1)
        expect(overlap(a, a.union(b))).toBe(a.size === 0 ? 0 : 1)
      }),
    )
  })
})

describe('isRecurrence', () => {
  test('the same text on the same paths, in any order and spelling', () => {
    expect(isRecurrence(trap(words, ['src/a.ts', 'src/b.ts']), trap(`${words}!`, ['./src/b.ts', 'src\\a.ts']))).toBe(
      true,
    )
  })

  test('a text contained in the other, on some of its paths', () => {
    const longer = trap(`${words}. It took two days to find, see the incident report of the spring release`, [
      'src/**',
      'lib/**',
    ])
    expect(isRecurrence(trap(words, ['src/**']), longer)).toBe(true)
    expect(isRecurrence(longer, trap(words, ['src/**']))).toBe(true)
  })

  test('never on paths of which neither holds the other', () => {
    expect(isRecurrence(trap(words, ['src/**']), trap(words, ['lib/**']))).toBe(false)
    expect(isRecurrence(trap(words, ['src/**', 'a']), trap(words, ['src/**', 'b']))).toBe(false)
  })

  test('without a common path the texts have to agree as a whole', () => {
    const longer = `${words}. It took two days to find, see the incident report of the spring release`
    expect(isRecurrence(trap(words), trap(words))).toBe(true)
    expect(isRecurrence(trap(words), trap(longer))).toBe(false)
    expect(isRecurrence(trap(words), trap(longer, ['src/**']))).toBe(false)
  })

  test('short texts count only when they are the same, title included', () => {
    expect(isRecurrence(trap('run the tests', ['src/**']), trap('run the tests twice', ['src/**']))).toBe(false)
    expect(isRecurrence(trap('Run the tests', ['src/**']), trap('run the tests.', ['src/**']))).toBe(true)
    expect(isRecurrence(trap('see link', [], 'One'), trap('see link', [], 'Other'))).toBe(false)
  })

  test('the title stands in for an empty body; nothing is no recurrence of nothing', () => {
    expect(isRecurrence(trap('', [], words), trap('  ', [], words))).toBe(true)
    expect(isRecurrence(trap('', [], '?'), trap('', [], '!'))).toBe(false)
  })

  test('texts without blanks between words', () => {
    const body = '进程退出之前必须关闭数据库句柄否则会丢失数据'
    expect(isRecurrence(trap(body, ['a']), trap(`${body}，请注意`, ['a']))).toBe(true)
    expect(isRecurrence(trap(body, ['a']), trap('发布之前先运行全部测试并检查日志输出', ['a']))).toBe(false)
  })

  test('does not depend on which of the two is new', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 10 })
      .map((parts) => parts.join(' '))
    const record = fc.record({ body: text, title: text, patterns: fc.subarray(['x', 'y', 'z']) })
    fc.assert(
      fc.property(record, record, (a, b) => {
        expect(isRecurrence(a, b)).toBe(isRecurrence(b, a))
      }),
    )
  })
})
