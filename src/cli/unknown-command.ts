/** The refusal of a command that there is not, with the nearest one that there is. */
import { MemoError } from '../lib/errors.ts'

/** `commandIds` are oclif's (`config:set`); the words are the call's arguments up to the first flag. */
export function toUnknownCommand(words: readonly string[], commandIds: readonly string[]): MemoError {
  const names = commandIds.map((id) => id.replaceAll(':', ' '))
  const full = names.find((name) => `${words.join(' ')} `.startsWith(`${name} `))
  if (full !== undefined) return toUnexpectedWord(full, words)
  const meant = words.slice(0, 2).join(' ')
  const nearest = findNearest(words, names)
  const hint = nearest === undefined ? 'run "memo --help" to see the commands' : `did you mean "memo ${nearest}"?`
  return new MemoError('USAGE', `there is no command ${meant === '' ? 'in this call' : `"${meant}"`}`, { hint })
}

/** oclif takes whatever follows a command without arguments for a part of its name. */
function toUnexpectedWord(name: string, words: readonly string[]): MemoError {
  const word = words[name.split(' ').length] ?? ''
  return new MemoError('USAGE', `unexpected argument: ${word}`, { hint: `"memo ${name}" takes none` })
}

function findNearest(words: readonly string[], names: readonly string[]): string | undefined {
  const scored = names.map((name) => {
    const said = words.slice(0, name.split(' ').length).join(' ').toLowerCase()
    return { name, edits: countEdits(said, name), allowed: Math.max(1, Math.floor(name.length / 3)) }
  })
  const near = scored.filter(({ edits, allowed }) => edits <= allowed)
  return near.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))[0]?.name
}

/** Levenshtein distance, one row at a time. */
function countEdits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    above = current
  }
  return above.at(-1) ?? 0
}
