/** Why a form could not be stored, told where it belongs. Pure. */
import { toFailure } from '../../lib/failure.ts'
import { type FormTrouble, formFields } from './record-form.ts'

/** The messages of the vault begin with the name of the field that they are about. */
export function toTrouble(error: unknown): FormTrouble {
  const { message, hint } = toFailure(error)
  const [, named] = message.match(/^(?:the )?(\w+)\b/) ?? []
  const advice = hint === undefined ? '' : withoutFlags(hint)
  return {
    field: formFields.find((field) => field === named),
    message: advice === '' ? message : `${message}; ${advice}`,
  }
}

/** What a hint says to somebody who has no command line before them. */
function withoutFlags(hint: string): string {
  const parts = hint.split(/, or |; /)
  return parts.filter((part) => !part.includes('--') && !part.includes('standard input')).join(', or ')
}
