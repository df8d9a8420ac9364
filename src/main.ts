/** The start of `memo`: finds the command, most of them in oclif's manifest, and runs it, or says what is wrong with the call. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Config } from '@oclif/core/config'
import { normalizeArgv } from '@oclif/core/help'
import { helpAddition, run, versionAddition } from '@oclif/core/run'
import { BareConfig } from './cli/bare-config.ts'
import type { MemoCommand } from './cli/base-command.ts'
import { reportFailure } from './cli/report-failure.ts'
import { guardStreams } from './cli/streams.ts'
import { isSwitched } from './cli/switch-values.ts'
import { toUnknownCommand } from './cli/unknown-command.ts'
import Bootstrap from './commands/bootstrap.ts'
import Get from './commands/get.ts'
import Search from './commands/search.ts'
import { ensureHome, readEnvironment } from './config/environment.ts'
import { packagePath } from './lib/package-path.ts'

interface CommandClass {
  id: string
  new (argv: string[], config: Config): MemoCommand<object>
}

/** What agents call in hooks, found without the manifest. */
const hotCommands = new Map<string, CommandClass>([
  ['search', Search],
  ['get', Get],
  ['bootstrap', Bootstrap],
])
// What oclif does to a command that it loads, which a refusal names it by.
for (const [name, Hot] of hotCommands) Hot.id = name

/** Runs one call to its end and sets the exit status; never throws. */
export async function main(argv: string[]): Promise<void> {
  guardStreams()
  ensureHome()
  const form = { json: isSwitched(argv, '--json'), debug: readEnvironment().debug }
  process.on('uncaughtException', (error) => {
    void reportFailure(error, form).finally(() => process.exit())
  })
  try {
    await start(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv)
  } catch (error) {
    await reportFailure(error, form)
  }
}

async function start(argv: string[]): Promise<void> {
  const path = packagePath('package.json')
  const pjson = JSON.parse(readFileSync(path, 'utf8'))
  const options = { root: dirname(path), pjson, userPlugins: false, devPlugins: false }
  const Hot = hotCommands.get(argv[0] ?? '')
  const bare = new BareConfig(options)
  if (Hot !== undefined && !helpAddition(argv, bare)) await new Hot(argv.slice(1), bare).start()
  else await startByManifest(argv, await Config.load(options))
}

async function startByManifest(argv: string[], config: Config): Promise<void> {
  const [id = '', ...rest] = normalizeArgv(config, argv)
  const command = config.findCommand(id)
  const topic = config.findTopic(id)
  const words = toWords(argv)
  const isKnown = words.length === 0 || command || topic
  const asksForHelp = helpAddition(argv, config) || versionAddition(argv, config) || (argv.length === 1 && topic)
  if (isKnown && asksForHelp) {
    await run(argv, config)
  } else if (command) {
    const Found = (await command.load()) as unknown as CommandClass
    await new Found(rest, config).start()
  } else {
    throw toUnknownCommand(words, config.commandIDs)
  }
}

/** The arguments in front of the first flag. */
function toWords(argv: readonly string[]): readonly string[] {
  const firstFlag = argv.findIndex((word) => word.startsWith('-'))
  return firstFlag === -1 ? argv : argv.slice(0, firstFlag)
}
