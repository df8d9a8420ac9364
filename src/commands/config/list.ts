import { MemoCommand } from '../../cli/base-command.ts'
import { renderSettings } from '../../cli/render/settings.ts'
import { listSettings, type Setting } from '../../config/edit.ts'

export default class ConfigList extends MemoCommand<{ settings: Setting[] }> {
  static override summary = 'Print all settings of the vault and where each comes from.'
  static override examples = ['<%= config.bin %> config list']

  protected async execute() {
    const { flags } = await this.parse(ConfigList)
    return { settings: await listSettings(this.vaultRoot(flags)) }
  }

  protected render({ settings }: { settings: Setting[] }) {
    return renderSettings(settings)
  }
}
