import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderSparkline } from '../../../src/cli/render/sparkline.ts'

test('bars where there is Unicode, digits where there is not', () => {
  const numbers = [0, 1, 4, 7, 7]
  expect(renderSparkline(numbers, { isUnicode: true })).toBe('▁▂▅██')
  expect(renderSparkline(numbers, { isUnicode: false })).toBe('02699')
  expect(renderSparkline([0, 0], { isUnicode: false })).toBe('00')
  expect(renderSparkline([], { isUnicode: true })).toBe('')
})

test('fits on a line, and shows nothing only where nothing is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 400 }), (numbers) => {
      const line = renderSparkline(numbers, { isUnicode: false })
      expect(line.length).toBeLessThanOrEqual(60)
      expect(/[1-9]/.test(line)).toBe(numbers.some((number) => number > 0))
      if (numbers.length <= 60)
        expect([...line].map((sign) => sign !== '0')).toEqual(numbers.map((number) => number > 0))
    }),
  )
})
