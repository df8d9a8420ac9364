/**
 * Questions that a person answers with more than yes or no. Loaded only where somebody is asked; on stderr, because the
 * answer of a command is not a question. Ctrl-C throws INTERRUPTED.
 */
import { MemoError } from '../lib/errors.ts'

const context = { output: process.stderr }

/** One line. */
export async function askText(message: string, { required = false } = {}): Promise<string> {
  const { default: input } = await import('@inquirer/input')
  return orInterrupted(input({ message, required }, context))
}

/** One line that is not shown. */
export async function askSecret(message: string): Promise<string> {
  const { default: password } = await import('@inquirer/password')
  return orInterrupted(password({ message, mask: false }, { ...context, clearPromptOnDone: true }))
}

export interface Choice<Value extends string> {
  value: Value
  description: string
}

/** One of several, of which `preset` is the first offered. */
export async function askChoice<Value extends string>(
  message: string,
  choices: readonly Choice<Value>[],
  preset: Value,
): Promise<Value> {
  const { default: select } = await import('@inquirer/select')
  const named = choices.map(({ value, description }) => ({ value, name: value, description }))
  return orInterrupted(
    select<Value>({ message, choices: named, default: preset as NoInfer<Value>, loop: false }, context),
  )
}

/** What is typed between commas. */
export async function askList(message: string): Promise<string[]> {
  const typed = await askText(message)
  return typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

async function orInterrupted<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') {
      throw new MemoError('INTERRUPTED', 'nothing was written', { cause: error })
    }
    throw error
  }
}
