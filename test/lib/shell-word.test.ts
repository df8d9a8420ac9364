import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toShellWord } from '../../src/lib/shell-word.ts'

test.each(['/home/ada/vault', 'main', 'a@b:c/d.git', '50%'])('%s stays as it is', (text) => {
  expect(toShellWord(text)).toBe(text)
})

test.each(['/home/Ada L/my vault', "Ada's", '~/x', '$HOME', 'a"b', '', 'a\nb', 'ä'])(
  '%j is one word to the shell',
  (text) => {
    const word = toShellWord(text, 'linux')
    expect(word).not.toBe(text)
    expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text)
  },
)

test('on Windows a blank is in double quotes', () => {
  expect(toShellWord('C:\\My vault', 'win32')).toBe('"C:\\My vault"')
})
