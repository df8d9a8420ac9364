/**
 * What a command asks of oclif's configuration, and no more: to load it takes the manifest of all commands, a tenth of the
 * calls that agents make in hooks. memo has neither plugins nor hooks.
 */
import { Config } from '@oclif/core/config'
import type { Hook, PJSON } from '@oclif/core/interfaces'

export interface BareOptions {
  /** Folder of the package. */
  root: string
  /** Its `package.json`. */
  pjson: PJSON
}

export class BareConfig extends Config {
  constructor(options: BareOptions) {
    super(options)
    const { root, pjson } = options
    const { name, version, oclif } = pjson
    Object.assign(this, { root, pjson, name, version, bin: oclif.bin ?? name })
  }

  override async runHook(): Promise<Hook.Result<never>> {
    return { successes: [], failures: [] }
  }
}
