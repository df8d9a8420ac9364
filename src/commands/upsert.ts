import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { recordFlags, toFields } from '../cli/record-flags.ts'
import { renderBatch, renderRejectedLines } from '../cli/render/batch.ts'
import { renderUpsert } from '../cli/render/upsert.ts'
import { readTextFlags, textFlags } from '../cli/text-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { openByteLines } from '../lib/byte-lines.ts'
import { toExitStatus } from '../lib/errors.ts'
import { optimiseLightly } from '../lib/optimising.ts'
import { toRecordDraft } from '../vault/writing/record-draft.ts'
import { type UpsertPlace, type UpsertResult, upsertRecord } from '../vault/writing/upsert.ts'
import { type BatchResult, upsertBatch } from '../vault/writing/upsert-batch.ts'

const stopped = 'these are written; run it again to go on: what is written already changes nothing'

export default class Upsert extends VaultCommand<UpsertResult | BatchResult> {
  static override summary = 'Write a record, or change the given fields of one that exists.'
  static override description =
    'The body comes from --body, from --body-file, or from standard input if something stands there. ' +
    'Writing what is stored already changes nothing. Lines of a batch that cannot be written are named with the reason, ' +
    'the others are kept, and the exit status is 1.'
  static override usage = [
    'upsert --kind KIND [--title TITLE] [--body TEXT | --body-file PATH] [FLAGS]',
    'upsert --id ID [FLAGS]',
    'upsert --batch FILE',
  ]
  static override examples = [
    '<%= config.bin %> upsert --kind trap --body "Retries without jitter stampede." --path-pattern "src/queue/**"',
    '<%= config.bin %> upsert --kind decision --title "Use SQLite" --body-file decision.md',
    '<%= config.bin %> upsert --id use-sqlite --tag storage',
    '<%= config.bin %> upsert --batch records.jsonl',
  ]
  static override flags = {
    ...recordFlags,
    ...textFlags,
    ...secretFlags,
    batch: Flags.string({
      helpValue: 'FILE',
      exclusive: Object.keys({ ...recordFlags, ...textFlags }),
      summary: 'Write many: a file (- is standard input) of one JSON object a line, the flags’ names its fields.',
    }),
  }

  protected async execute() {
    assertReadable(this.argv)
    const { flags } = await this.parse(Upsert)
    if (flags.batch !== undefined) return this.writeBatch(flags.batch, flags)
    const body = await readTextFlags(flags)
    const fields = { ...toFields(flags), body }
    return this.inVault(flags, (vault) => {
      const draft = toRecordDraft(flags.id, fields, vault.config.limits)
      return upsertRecord(vault, draft, toPlace(flags))
    })
  }

  protected render(result: UpsertResult | BatchResult) {
    return 'accepted' in result ? renderBatch(result) : renderUpsert(result, this.paint())
  }

  private async writeBatch(file: string, flags: PlaceFlags & { vault?: string | undefined }) {
    const place = toPlace(flags)
    const optimise = optimiseLightly()
    const result = await this.atLength(stopped, ({ signal, report }) => {
      const { lines, share } = openByteLines(file, signal)
      const onProgress = (done: number): void => {
        optimise(done)
        report('records', done, share())
      }
      return this.inVault(flags, (vault) => upsertBatch(vault, lines, { ...place, signal, onProgress }))
    })
    if (result.rejected.length > 0) process.exitCode = toExitStatus('REFUSED')
    if (!this.jsonEnabled()) process.stderr.write(renderRejectedLines(result))
    return result
  }
}

interface PlaceFlags {
  project?: string | undefined
  'allow-secret': boolean
}

function toPlace(flags: PlaceFlags): UpsertPlace {
  return { project: flags.project, cwd: process.cwd(), allowSecret: flags['allow-secret'] }
}
