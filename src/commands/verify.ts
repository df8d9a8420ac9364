import * as Flags from '@oclif/core/flags'
import { renderVerify } from '../cli/render/verify.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { toExitStatus } from '../lib/errors.ts'
import { type VerifyResult, verifyVault } from '../vault/history/verify.ts'

export default class Verify extends VaultCommand<VerifyResult> {
  static override summary = 'Hold log, commits, index and files against each other; exit 3 if something is damaged.'
  static override description =
    'Every line of the log is checked, every version of it in git must be a beginning of it, the index must be what the ' +
    'log adds up to, and each file must say what the log says. What is found is listed; memo doctor mends.'
  static override examples = ['<%= config.bin %> verify', '<%= config.bin %> verify --signed --json']
  static override flags = {
    signed: Flags.boolean({ summary: 'Also check who signed the log, and that it still holds what was signed.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Verify)
    const { signed } = flags
    const result = await this.atLength('nothing was changed; run it again', ({ signal, report }) => {
      const onProgress = (checks: number, total: number): void => report('checks', checks, checks / total)
      return this.inVault(flags, (vault) => verifyVault(vault, { signed, signal, onProgress }))
    })
    if (!result.sound) process.exitCode = toExitStatus('INTEGRITY')
    return result
  }

  protected render(result: VerifyResult) {
    return renderVerify(result, this.paint())
  }
}
