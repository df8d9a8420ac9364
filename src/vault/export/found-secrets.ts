/** What looks like a secret in what is exported: told by record and place, never shown. */

import type { Frontmatter } from '../../projections/files/render.ts'
import { mayHoldSecret } from '../../record/secrets/hint.ts'
import { loadReaders, type Vault } from '../vault.ts'

export interface FoundSecrets {
  /** Records that hold any. */
  records: number
  /** Of the first of them: `acme/herd: body, line 3, holds what looks like …`. */
  places: string[]
}

/** More are only counted: there may be thousands, and the doctor lists all. */
const mostTold = 10

export interface SecretWatch {
  found: FoundSecrets
  look(name: string, fields: Frontmatter): void
}

/** Finds none where the settings say that secrets are no concern. */
export async function watchSecrets(vault: Vault): Promise<SecretWatch> {
  const found: FoundSecrets = { records: 0, places: [] }
  if (vault.config.capture.secrets === 'off') return { found, look: () => {} }
  const { findSecretsIn, describeFieldSecret } = (await loadReaders(vault)).secrets
  const look = (name: string, fields: Frontmatter): void => {
    if (!mayHoldSecret(JSON.stringify(fields))) return
    const [first] = findSecretsIn(fields)
    if (first === undefined) return
    found.records++
    if (found.places.length < mostTold) found.places.push(`${name}: ${describeFieldSecret(first)}`)
  }
  return { found, look }
}
