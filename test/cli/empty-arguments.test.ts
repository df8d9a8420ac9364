import { expect, test } from 'vitest'
import { assertFilled } from '../../src/cli/empty-arguments.ts'

const forms = {
  args: { paths: { required: true }, type: {}, value: { required: true }, text: { required: true } },
  takesEmpty: ['text'],
  flags: { out: { helpValue: 'PATH' }, remote: { helpValue: 'NAME|ADDRESS' }, comment: {}, ttl: { helpValue: '14d' } },
}

test.each([
  [{ args: { paths: '' }, flags: {} }, 'the argument PATHS is empty'],
  [{ args: { paths: ['a', ''] }, flags: {} }, 'the argument PATHS is empty'],
  [{ args: {}, flags: { out: '' } }, '--out is empty'],
  [{ args: { value: '' }, flags: {} }, 'the argument VALUE is empty'],
  [{ args: {}, flags: { remote: '' } }, '--remote is empty'],
])('%j is refused', (given, message) => {
  expect(() => assertFilled(forms, given)).toThrow(message)
})

test.each([
  [{ args: { paths: ['a', '-'], type: '', text: '' }, flags: { out: '-', comment: '', ttl: '' } }],
  [{ args: {}, flags: {} }],
])('%j is not', (given) => {
  expect(() => assertFilled(forms, given)).not.toThrow()
  expect(() => assertFilled({ args: forms.args, takesEmpty: ['text'] }, given)).not.toThrow()
})
