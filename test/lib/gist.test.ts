import { expect, test } from 'vitest'
import { toGist } from '../../src/lib/gist.ts'

test.each([
  ['One thing. Another.', 'One thing.'],
  ['Version 1.2.3 of example.com is out! Rejoice.', 'Version 1.2.3 of example.com is out!'],
  ['No end', 'No end'],
  ['# Heading\n\n---\n\n- The first item. More.\n- The second.', 'The first item.'],
  ['> 1. Quoted and numbered', 'Quoted and numbered'],
  ['部署は夜に行う。昼には行わない。', '部署は夜に行う。'],
  ['He said "stop." Then nothing.', 'He said "stop."'],
  ['## Only a heading\n\n***', 'Only a heading'],
  ['', ''],
  ['\n \n---\n', ''],
  ['a line\nand the next', 'a line'],
])('the gist of %j', (text, gist) => {
  expect(toGist(text)).toBe(gist)
})

test('is cut at 160 characters, and not inside one', () => {
  expect(toGist(`${'a'.repeat(158)}👩‍👩‍👧‍👦 and more`)).toBe(`${'a'.repeat(158)}…`)
  expect(toGist('x'.repeat(100_000))).toHaveLength(160)
})
