/**
 * The answer to a shell that asks how a call may go on: a line that says what the shell is to complete by itself
 * (`none`, `files`, `folders`), then a line for each word, with a tab and a few words about it where the shell shows that.
 */
import { toHarmless } from '../../lib/harmless.ts'
import { truncate } from '../../lib/text-cut.ts'
import { parseBashLine, toBashWord } from './bash-line.ts'
import type { TypedCall } from './call.ts'
import type { Suggestions } from './suggest.ts'

export interface ShellRequest {
  call: TypedCall
  render(suggestions: Suggestions): string
}

/** Columns; the rest of a line of the terminal is the word itself. */
const longestAbout = 60

/** `bash LINE BREAKS`, or `fish WORD… CURRENT` and the same for zsh; undefined for anything else. */
export function parseRequest([shell, ...rest]: readonly string[]): ShellRequest | undefined {
  if (shell === 'bash') {
    const [line = '', breaks = ''] = rest
    const call = parseBashLine(line)
    return { call, render: (found) => toLines(found, (value) => toBashWord(value, call, breaks)) }
  }
  if (shell !== 'zsh' && shell !== 'fish') return undefined
  const words = shell === 'fish' ? rest.map(toPlain) : rest
  const call = { words: words.slice(0, -1), current: words.at(-1) ?? '' }
  return { call, render: (found) => toLines(found, (value, about) => (about === '' ? value : `${value}\t${about}`)) }
}

/** fish hands words over as they are typed, with quotes that mean what they do for bash. */
function toPlain(word: string): string {
  return parseBashLine(`memo ${word}`).current
}

function toLines({ paths, items }: Suggestions, toLine: (value: string, about: string) => string): string {
  const lines = items.map(({ value, about }) => toLine(value, toAbout(about)))
  return `${[paths, ...lines].join('\n')}\n`
}

function toAbout(text: string): string {
  return truncate(toHarmless(text).replaceAll(/\s+/g, ' '), longestAbout)
}
