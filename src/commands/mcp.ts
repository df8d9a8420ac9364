import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { endSignal, endSoon } from '../cli/end-signals.ts'
import { tellNote } from '../cli/notes.ts'
import { readMcpToken } from '../cli/server-tokens.ts'

interface Serving {
  /** Where clients find the server. */
  url?: string
}

export default class Mcp extends MemoCommand<Serving> {
  static override summary = 'Serve the vault to agents through the Model Context Protocol.'
  static override description =
    'On standard input and output, until the client closes them; standard output carries the protocol and nothing else. ' +
    'Calls that say no project and no folder are about --project, else about the project of the folder that it is started in. ' +
    'With --http for many clients, at /mcp, until it is told to end; who knows the token in MEMO_MCP_TOKEN may ask.'
  static override examples = [
    '<%= config.bin %> mcp',
    '<%= config.bin %> mcp --http 3125',
    '<%= config.bin %> mcp --http 0.0.0.0:3125 --token-file ~/.memo-token',
  ]
  static override flags = {
    http: Flags.string({ helpValue: '[HOST:]PORT', summary: 'Serve Streamable HTTP there (default host: 127.0.0.1).' }),
    'token-file': Flags.string({
      helpValue: 'FILE',
      dependsOn: ['http'],
      summary: 'The token that clients must send, in a file.',
    }),
  }

  protected async execute(): Promise<Serving> {
    const { flags } = await this.parse(Mcp)
    const { vaultHost } = await import('../mcp/host.ts')
    const ended = endSignal()
    const { version } = this.config
    const tell = (text: string): void => void tellNote(text)
    const host = vaultHost({ root: this.vaultRoot(flags), cwd: process.cwd(), project: flags.project, tell })
    if (flags.http === undefined) {
      const { serveOverStdio } = await import('../mcp/serve-stdio.ts')
      await serveOverStdio(host, { version, tell, ended })
    } else {
      const { serveOverHttp } = await import('../mcp/serve-http.ts')
      const { parseAddress } = await import('../mcp/listen-on.ts')
      const token = readMcpToken(flags['token-file'])
      const onListening = (url: string): void => this.tellAddress({ url })
      await serveOverHttp(host, { address: parseAddress(flags.http), token, version, tell, ended, onListening })
    }
    await host.close()
    endSoon()
    return {}
  }

  /** The answer is where the server is, which is known long before it ends. */
  private tellAddress(serving: Serving): void {
    if (this.jsonEnabled()) this.logJson(serving)
    else void tellNote(`serving at ${serving.url}`)
  }

  protected render() {
    return ''
  }

  protected override toSuccessJson(): undefined {
    return undefined
  }

  protected override logJson(value: unknown): void {
    if (value !== undefined) super.logJson(value)
  }
}
