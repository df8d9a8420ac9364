import { MemoCommand } from '../cli/base-command.ts'
import { endSignal } from '../cli/end-signals.ts'
import { toHarmless } from '../lib/harmless.ts'

export default class Mcp extends MemoCommand<object> {
  static override summary = 'Serve the vault to agents through the Model Context Protocol.'
  static override description =
    'On standard input and output, until the client closes them. Standard output carries the protocol and nothing else.'
  static override examples = ['<%= config.bin %> mcp', '<%= config.bin %> mcp --vault ~/memory']

  protected async execute() {
    const { flags } = await this.parse(Mcp)
    const { vaultHost } = await import('../mcp/host.ts')
    const { serveOverStdio } = await import('../mcp/serve-stdio.ts')
    const tell = (text: string): void => void process.stderr.write(`Note: ${toHarmless(text)}\n`)
    const host = vaultHost({ root: this.vaultRoot(flags), cwd: process.cwd(), tell })
    await serveOverStdio(host, { version: this.config.version, tell, ended: endSignal() })
    await host.close()
    return {}
  }

  protected render() {
    return ''
  }
}
