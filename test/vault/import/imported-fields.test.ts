import { expect, test } from 'vitest'
import { toImportedFields } from '../../../src/vault/import/imported-fields.ts'

test('tags of other tools become ours', () => {
  expect(toImportedFields({ tags: '#a, b, #' }).known).toEqual({ tags: ['a', 'b'] })
  expect(toImportedFields({ tags: ['#a', null, 7] }).known).toEqual({ tags: ['a', '7'] })
})

test('a key of the name of the text is kept beside it', () => {
  expect(toImportedFields({ body: 'sports car' })).toMatchObject({
    known: {},
    foreign: { imported: { body: 'sports car' } },
  })
})

test('a list that is none is kept as it was', () => {
  const tags = ['x', { area: 'db' }]
  expect(toImportedFields({ tags })).toMatchObject({ known: {}, foreign: { imported: { tags } } })
})
