/** The refusal of a command that there is not, with the nearest one that there is. */
import { MemoError } from '../lib/errors.ts'
import { findNearest } from '../lib/nearest.ts'

/** `commandIds` are oclif's (`config:set`); the words are the call's arguments up to the first flag. */
export function toUnknownCommand(words: readonly string[], commandIds: readonly string[]): MemoError {
  const names = commandIds.map((id) => id.replaceAll(':', ' '))
  const full = names.find((name) => `${words.join(' ')} `.startsWith(`${name} `))
  if (full !== undefined) return toUnexpectedWord(full, words)
  const meant = words.slice(0, 2).join(' ')
  const said = (name: string): string => words.slice(0, name.split(' ').length).join(' ')
  const topics = toTopics(names)
  const topic = topics.find((name) => name === words[0])
  const isAlone = words.length === 1 && topic === undefined
  const nearest = findNearest(said, isAlone ? [...names, ...topics] : names)
  const list = topic === undefined ? 'memo --help' : `memo ${topic}`
  const hint = nearest === undefined ? `run "${list}" to see the commands` : `did you mean "memo ${nearest}"?`
  return new MemoError('USAGE', `there is no command ${meant === '' ? 'in this call' : `"${meant}"`}`, { hint })
}

/** What stands in front of several commands, and is no command itself. */
function toTopics(names: readonly string[]): string[] {
  const firsts = names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? '')
  return [...new Set(firsts)].filter((first) => !names.includes(first))
}

/** oclif takes whatever follows a command without arguments for a part of its name. */
function toUnexpectedWord(name: string, words: readonly string[]): MemoError {
  const word = words[name.split(' ').length] ?? ''
  return new MemoError('USAGE', `unexpected argument: ${word}`, { hint: `"memo ${name}" takes none` })
}
