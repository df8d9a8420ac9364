import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { endSignal } from '../cli/end-signals.ts'
import { tellNote } from '../cli/notes.ts'
import { openBrowser } from '../cli/open-browser.ts'
import { readServeToken } from '../cli/server-tokens.ts'
import { toHarmless } from '../lib/harmless.ts'
import { untilAborted } from '../lib/until-aborted.ts'

interface Serving {
  url: string
  /** Only where the token was made by the server. */
  login?: string
  vault: string
}

export default class Serve extends MemoCommand<Serving> {
  static override summary = 'Serve the vault to a browser and to programs over HTTP, for reading.'
  static override description =
    'Runs until it is told to end. Who knows the token may ask: that of --token or MEMO_SERVE_TOKEN, or one that is ' +
    'made for this time and printed as a login link. No request counts a use.'
  static override examples = [
    '<%= config.bin %> serve',
    '<%= config.bin %> serve --open',
    'MEMO_SERVE_TOKEN=$(cat ~/.memo-token) <%= config.bin %> serve --host 0.0.0.0',
  ]
  static override flags = {
    host: Flags.string({ default: '127.0.0.1', helpValue: 'ADDRESS', summary: 'Where to listen.' }),
    port: Flags.integer({
      min: 0,
      max: 65_535,
      default: 3124,
      summary: 'Port to listen on; 0 takes any that is free.',
    }),
    open: Flags.boolean({ summary: 'Open a browser that is logged in.' }),
    token: Flags.string({ summary: 'The token that clients must send; other users of the machine can see a flag.' }),
  }

  protected async execute(): Promise<Serving> {
    const { flags } = await this.parse(Serve)
    const root = this.vaultRoot(flags)
    const ended = endSignal()
    const token = readServeToken(flags.token)
    const { serveMonitor } = await import('../monitor/serve.ts')
    const { host, port } = flags
    const { version } = this.config
    const tell = (text: string): void => void tellNote(text)
    const monitor = await serveMonitor({ root, cwd: process.cwd(), address: { host, port }, token, version, tell })
    // The answer is where the server is, which is known long before it ends.
    void untilAborted(ended).then(monitor.close)
    if (flags.open) openBrowser(monitor.makeTicketLogin(), (reason) => tell(`no browser could be opened: ${reason}`))
    return { url: monitor.url, ...(token === undefined && { login: monitor.login }), vault: root }
  }

  protected render({ url, login, vault }: Serving) {
    const place = `Serving ${toHarmless(vault)} at ${url}`
    return login === undefined ? place : `${place}\nLog in with ${login}`
  }
}
