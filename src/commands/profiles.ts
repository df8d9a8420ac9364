import * as Args from '@oclif/core/args'
import { renderProfiles } from '../cli/render/profiles.ts'
import { VaultCommand } from '../cli/vault-command.ts'
import { type ProfilesResult, showProfiles } from '../vault/reading/profiles.ts'

export default class Profiles extends VaultCommand<ProfilesResult> {
  static override summary = 'Print the ranking profiles: each number, and why it is what it is.'
  static override description =
    'A search ranks by the profile of the setting search.profile, or of --profile. ' +
    'search.profiles in config.json changes single numbers of one, or makes new ones.'
  static override examples = [
    '<%= config.bin %> profiles',
    '<%= config.bin %> profiles precise',
    '<%= config.bin %> config set search.profiles.mine.recency.halfLifeDays 30',
  ]
  static override args = { name: Args.string({ description: 'one profile; all when left out' }) }

  protected async execute() {
    const { args, flags } = await this.parse(Profiles)
    return this.inVault(flags, (vault) => showProfiles(vault, args.name))
  }

  protected render(result: ProfilesResult) {
    return renderProfiles(result, this.paint())
  }
}
