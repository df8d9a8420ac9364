import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { secretFlags } from '../cli/allow-secret-flag.ts'
import { canAsk } from '../cli/ask.ts'
import { assertReadable } from '../cli/readable-arguments.ts'
import { recordFlags, toFields } from '../cli/record-flags.ts'
import { renderUpsert } from '../cli/render/upsert.ts'
import { readTextFlags, textFlags } from '../cli/text-flags.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { MemoError } from '../lib/errors.ts'
import { kindNames } from '../record/vocabulary.ts'
import { assertVault } from '../vault/vault.ts'
import { toRecordDraft } from '../vault/writing/record-draft.ts'
import { type UpsertResult, upsertRecord } from '../vault/writing/upsert.ts'

export default class Add extends VaultCommand<UpsertResult> {
  static override summary = 'Write a record, guided.'
  static override description =
    'At a terminal it asks for what the flags do not say and opens your editor on a template of the kind; a text that is ' +
    'left as it is stores nothing, one that cannot be stored is kept in a file. Elsewhere it asks nothing: the text comes ' +
    'from the flags or from standard input, and without one the title is all of it. It writes as "memo upsert" does, which ' +
    'is for programs, but changes no record that is there.'
  static override usage = ['add [TITLE] [FLAGS]']
  static override examples = [
    '<%= config.bin %> add',
    '<%= config.bin %> add "Retries without jitter stampede" --kind trap',
    'git log -1 --format=%B | <%= config.bin %> add --kind log --stdin',
  ]
  static override args = { title: Args.string({ description: 'one line' }) }
  static override flags = {
    ...recordFlags,
    kind: Flags.option({ options: kindNames, summary: 'What it is (asked for; note where nobody can be asked).' })(),
    ...textFlags,
    ...secretFlags,
  }

  protected async execute() {
    assertReadable(this.argv)
    const { args, flags } = await this.parse(Add)
    if (args.title !== undefined && flags.title !== undefined) {
      throw new MemoError('USAGE', 'the title is given twice', { hint: 'leave out --title' })
    }
    const text = await readTextFlags(flags)
    const fields = toFields({ ...flags, title: args.title ?? flags.title })
    assertVault(this.vaultRoot(flags))
    const isComplete = fields.title !== undefined && text !== undefined
    if (!isComplete && canAsk()) return this.addGuided(flags, fields, text)
    return this.store(flags, { ...fields, kind: fields.kind ?? 'note', body: text ?? onlyTitle(fields.title) })
  }

  protected render(result: UpsertResult) {
    return renderUpsert(result, this.paint())
  }

  private async addGuided(flags: AddFlags, given: Fields, text: string | undefined): Promise<UpsertResult> {
    const { askForBody, askForFields } = await import('../cli/guided-record.ts')
    const fields = await askForFields(given)
    if (text !== undefined) return this.store(flags, { ...fields, body: text })
    const { storeDraft } = await import('../cli/draft-file.ts')
    const draft = await askForBody(fields)
    return storeDraft(draft.path, () => this.store(flags, { ...fields, body: draft.text }))
  }

  private async store(flags: AddFlags, fields: Fields): Promise<UpsertResult> {
    const place = { project: flags.project, cwd: process.cwd(), allowSecret: flags['allow-secret'] }
    return this.inVault(flags, (vault) => {
      const draft = toRecordDraft(flags.id, fields, vault.config.limits)
      return upsertRecord(vault, { ...draft, isNew: true }, place)
    })
  }
}

interface Fields {
  [field: string]: unknown
}

interface AddFlags {
  vault?: string | undefined
  project?: string | undefined
  id?: string | undefined
  'allow-secret': boolean
}

/** A quick note may be no more than its title. */
function onlyTitle(title: unknown): unknown {
  if (title !== undefined) return title
  throw new MemoError('USAGE', 'there is neither a title nor a text', {
    hint: 'give a title, --body, --body-file, or text on standard input',
  })
}
