/** What is shown of a failure or a note may quote what somebody gave; a secret in it is not shown, by whatever server or command. */
import { MemoError } from '../../lib/errors.ts'
import { mayHoldSecret } from './hint.ts'

/** The text with every secret in it masked. The rules are loaded only for a text that may hold one. */
export async function withoutSecrets(text: string): Promise<string> {
  if (!mayHoldSecret(text)) return text
  const { maskSecrets } = await import('./find-secrets.ts')
  return maskSecrets(text)
}

/** The same for what a failure says of itself. A hint beside a masked message may spell the same in another form. */
export async function failureWithoutSecrets(failure: MemoError): Promise<MemoError> {
  const { code, message, hint = '', cause } = failure
  const shown = await withoutSecrets(message)
  const isMasked = shown !== message || (await withoutSecrets(hint)) !== hint
  return isMasked ? new MemoError(code, shown, { cause }) : failure
}
