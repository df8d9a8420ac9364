import { renderVerify } from '../../cli/render/log.ts'
import { VaultCommand } from '../../cli/vault-command.ts'
import { toExitStatus } from '../../lib/errors.ts'
import { type VerifyResult, verifyEvents } from '../../vault/log.ts'

export default class LogVerify extends VaultCommand<VerifyResult> {
  static override summary = 'Check that every line of the log is as it was written; exit 3 if one is not.'
  static override examples = ['<%= config.bin %> log verify']

  protected async execute() {
    const { flags } = await this.parse(LogVerify)
    const result = await this.inVault(flags, async (vault) => verifyEvents(vault))
    if (result.damaged > 0) process.exitCode = toExitStatus('INTEGRITY')
    return result
  }

  protected render(result: VerifyResult) {
    return renderVerify(result, this.paint())
  }
}
