import * as Args from '@oclif/core/args'
import { MemoCommand } from '../../cli/base-command.ts'
import { renderSettingValue } from '../../cli/render/settings.ts'
import { readSetting, type Setting } from '../../config/edit.ts'

export default class ConfigGet extends MemoCommand<Setting> {
  static override summary = 'Print one setting of the vault.'
  static override examples = ['<%= config.bin %> config get git.commit']
  static override args = { key: Args.string({ required: true, description: 'dotted name, such as git.commit' }) }

  protected async execute() {
    const { args, flags } = await this.parse(ConfigGet)
    return readSetting(this.vaultRoot(flags), args.key)
  }

  protected render({ value }: Setting) {
    return renderSettingValue(value)
  }
}
