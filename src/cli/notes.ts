/** What a person should know besides the answer: a line of standard error, with no secret in it and nothing to obey. */
import { toHarmless } from '../lib/harmless.ts'
import { withoutSecrets } from '../record/secrets/without-secrets.ts'

let told: Promise<void> = Promise.resolve()

/** One after another, whoever tells them; settles when it is out. */
export function tellNote(text: string): Promise<void> {
  told = told.then(async () => {
    process.stderr.write(`Note: ${toHarmless(await withoutSecrets(text))}\n`)
  })
  return told
}
