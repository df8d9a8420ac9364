/** Tells a failure once, in the form that was asked for, and sets the exit status, which is the same in both forms. */
import { type MemoError, toExitStatus } from '../lib/errors.ts'
import { toHarmless, toHarmlessJson } from '../lib/harmless.ts'
import { failureWithoutSecrets, withoutSecrets } from '../record/secrets/without-secrets.ts'
import { toMemoError } from './failure.ts'

export interface FailureForm {
  /** An error object on stdout instead of lines on stderr. */
  json: boolean
  /** The stack on stderr as well. */
  debug: boolean
}

export async function reportFailure(error: unknown, { json, debug }: FailureForm): Promise<void> {
  const failure = await failureWithoutSecrets(toMemoError(error))
  process.exitCode = toExitStatus(failure.code)
  if (debug) process.stderr.write(`${await withoutSecrets(toStack(failure))}\n`)
  if (json) process.stdout.write(`${toHarmlessJson(toFailureJson(failure))}\n`)
  else process.stderr.write(renderFailure(failure))
}

function toFailureJson({ code, message, hint }: MemoError) {
  return { error: { code, message, hint: hint ?? null } }
}

function renderFailure({ message, hint }: MemoError): string {
  const lines = [`Error: ${toHarmless(message)}`]
  if (hint !== undefined) lines.push(`Hint: ${toHarmless(hint)}`)
  return `${lines.join('\n')}\n`
}

function toStack(failure: MemoError): string {
  const cause = failure.cause instanceof Error ? failure.cause : failure
  return toHarmless(cause.stack ?? cause.message, { keepNewlines: true })
}
