import * as Flags from '@oclif/core/flags'
import { renderCommit } from '../cli/render/commit.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type CommitOutcome, commitPending } from '../vault/committing/commit.ts'

export default class Commit extends VaultCommand<CommitOutcome> {
  static override summary = 'Commit to git what no commit holds yet.'
  static override description =
    'Hand edits are adopted first. Git trouble is told and is no failure: everything is stored, and a later command tries again.'
  static override examples = ['<%= config.bin %> commit']
  static override flags = {
    hook: Flags.boolean({
      summary: 'Run as a hook of an agent: print an empty JSON object, which none of them objects to.',
    }),
  }

  private isHook = false

  protected async execute() {
    const { flags } = await this.parse(Commit)
    this.isHook = flags.hook
    return this.atLength('everything is stored, and nothing was committed; run it again', ({ signal, report }) => {
      const onSent = (files: number, total: number): void => report('files', files, files / total)
      return this.inVault(flags, (vault) => commitPending(vault, { whole: true, signal, onSent }))
    })
  }

  protected render(outcome: CommitOutcome) {
    return this.isHook ? '{}' : renderCommit(outcome)
  }
}
