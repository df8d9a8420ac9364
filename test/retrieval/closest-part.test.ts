/** How much of a query one place of a text holds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestPart } from '../../src/retrieval/closest-part.ts'

const held = (word: string) => ({ word, weight: 1, isHeld: true })
const absent = (word: string) => ({ word, weight: 1, isHeld: false })
const filling = 'and so on '.repeat(30)

test('words that stand far apart are not held together; the title goes with every place', () => {
  const terms = [held('budget'), held('minutes'), held('deploy')]
  expect(closestPart(terms, `Deploys\nThe budget. ${filling} After ten minutes.`)).toEqual([1, 0, 1])
  expect(closestPart(terms, `Deploys\n${filling} The budget is ten minutes.`)).toEqual([1, 1, 1])
})

test('a word counts in any of its forms, and in part by a word like it', () => {
  const [lost, car, moon] = closestPart([held('lose'), absent('car'), absent('moon')], '-\nWe lost the vehicle')
  expect(lost).toBe(1)
  expect(car).toBeGreaterThan(0.2)
  expect(car).toBeLessThan(1)
  expect(moon).toBe(0)
})

test('a word so common that every text has one like it stands for nothing', () => {
  expect(closestPart([absent('many')], '-\nnow still more than most')).toEqual([0])
})

test('what is no plain word counts where the record holds it', () => {
  expect(closestPart([held('mūsų'), absent('OPS-1042')], '-\nanything')).toEqual([1, 0])
})

test('law: a share between 0 and 1 for each term, whatever the text', () => {
  const words = fc.array(fc.constantFrom('invoice', 'car', 'vehicle', 'lost', 'x1', '\n'), { maxLength: 60 })
  fc.assert(
    fc.property(words, (text) => {
      const shares = closestPart([held('invoice'), absent('car'), absent('x-1')], text.join(' '))
      expect(shares).toHaveLength(3)
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true)
    }),
  )
})
