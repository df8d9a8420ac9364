import * as Flags from '@oclif/core/flags'
import { readBody } from '../cli/body-input.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { recordFlags, toFields } from '../cli/record-flags.ts'
import { renderUpsert } from '../cli/render/upsert.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toRecordDraft } from '../vault/record-draft.ts'
import { type UpsertResult, upsertRecord } from '../vault/upsert.ts'

export default class Upsert extends VaultCommand<UpsertResult> {
  static override summary = 'Write a record, or change the given fields of one that exists.'
  static override description =
    'The body comes from --body, from --body-file, or from standard input if something stands there. ' +
    'Writing what is stored already changes nothing.'
  static override examples = [
    '<%= config.bin %> upsert --kind trap --body "Retries without jitter stampede." --path-pattern "src/queue/**"',
    '<%= config.bin %> upsert --kind decision --title "Use SQLite" --body-file decision.md',
    '<%= config.bin %> upsert --id use-sqlite --tag storage',
  ]
  static override flags = {
    ...recordFlags,
    body: Flags.string({ exclusive: ['body-file'], summary: 'The text, Markdown.' }),
    'body-file': Flags.string({ helpValue: 'PATH', summary: 'A file that holds the text; - is standard input.' }),
  }

  protected async execute() {
    assertReadable(this.argv)
    const { flags } = await this.parse(Upsert)
    const body = await readBody({ text: flags.body, file: flags['body-file'] })
    const fields = { ...toFields(flags), body }
    return this.inVault(flags, (vault) => {
      const draft = toRecordDraft(flags.id, fields, vault.config.limits)
      return upsertRecord(vault, draft, { project: flags.project, cwd: process.cwd() })
    })
  }

  protected render(result: UpsertResult) {
    return renderUpsert(result, this.paint())
  }
}
