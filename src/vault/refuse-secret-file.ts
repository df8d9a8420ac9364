/**
 * What becomes of a hand edit that holds what looks like a secret. The file is a person's and stays as it is on disk; it is
 * not adopted, because what stands in the log once stays there, is folded by every clone and served to every reader.
 * The record keeps its last good version, and the doctor names the file.
 */
import type { EventDraft } from '../events/schema.ts'
import type { FieldSecret } from '../record/secrets/in-fields.ts'
import { needReaders } from './append.ts'
import { findNewSecrets } from './secret-gate.ts'
import type { Vault } from './vault.ts'

/** Whether a file is not followed for that, and not because it does not parse. */
export function isSecretProblem({ problem }: { problem: string | undefined }): boolean {
  return problem?.startsWith(subject) === true
}

const subject = 'the file'

/** Says why a file must not be adopted, by line and kind. The readers must be loaded. */
export function secretRefusal(vault: Vault): (drafts: readonly EventDraft[], text: string) => string | undefined {
  if (vault.config.capture.secrets !== 'refuse') return () => undefined
  const { secrets } = needReaders(vault)
  return (drafts, text) => {
    const [first] = findNewSecrets(vault, drafts, () => secrets)
    return first && secrets.describeFieldSecret(inFile(first, text))
  }
}

/** A person looks for a line of the file, and not of a field. */
function inFile(secret: FieldSecret, text: string): FieldSecret {
  const at = text.indexOf(secret.text)
  return at === -1
    ? { ...secret, field: `${subject} in ${secret.field}`, line: 1 }
    : { ...secret, field: subject, line: text.slice(0, at).split('\n').length }
}
