import * as Args from '@oclif/core/args'
import { MemoCommand } from '../../cli/base-command.ts'
import { renderSetting } from '../../cli/render/settings.ts'
import type { Setting } from '../../config/edit.ts'
import { setSetting } from '../../vault/embedding/agreed-server.ts'

export default class ConfigSet extends MemoCommand<Setting> {
  static override summary = 'Change one setting of the vault.'
  static override examples = ['<%= config.bin %> config set git.commit each']
  static override args = {
    key: Args.string({ required: true, description: 'dotted name, such as git.commit' }),
    value: Args.string({ required: true, description: 'the new value' }),
  }

  /** A setting may be set to nothing. */
  protected override readonly takesEmpty = ['value']

  protected async execute() {
    const { args, flags } = await this.parse(ConfigSet)
    return setSetting(this.vaultRoot(flags), args.key, args.value)
  }

  protected render(setting: Setting) {
    return renderSetting(setting)
  }
}
