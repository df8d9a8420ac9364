import { resolve } from 'node:path'
import * as Flags from '@oclif/core/flags'
import { renderSign } from '../cli/render/verify.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type SignResult, signVault } from '../vault/history/sign.ts'

export default class Sign extends VaultCommand<SignResult> {
  static override summary = 'Sign the log as it is now, so that lines which are taken out later are missed.'
  static override description =
    'The signature stands in events/WRITER/signed.json, and memo verify --signed checks it. Without --key it is made with ' +
    'the key that git signs commits with (user.signingKey, gpg.format).'
  static override examples = ['<%= config.bin %> sign --key ~/.ssh/id_ed25519']
  static override flags = {
    key: Flags.string({ helpValue: 'FILE', summary: 'Sign with this SSH key.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Sign)
    const key = flags.key === undefined ? undefined : resolve(flags.key)
    return this.inVault(flags, (vault) => signVault(vault, key))
  }

  protected render(result: SignResult) {
    return renderSign(result)
  }
}
