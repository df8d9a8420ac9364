/**
 * Which files each agent reads, and what stands of memo in them. The facts are those of the pages named at each agent.
 * Knows nothing of how a file is edited.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { jsoncFormat } from './jsonc-format.ts'
import type { HookEntry, ServerEntry, SettingsContent, SettingsFormat } from './settings-file.ts'
import { tomlFormat } from './toml-format.ts'

export const agentNames = ['claude-code', 'codex', 'cursor', 'vscode', 'opencode', 'gemini'] as const
export type AgentName = (typeof agentNames)[number]

export const setupScopes = ['user', 'project'] as const
export type SetupScope = (typeof setupScopes)[number]

/** What the places of the files depend on. */
export interface Surroundings {
  scope: SetupScope
  home: string
  /** The root of the project that the scope `project` means. */
  projectRoot: string
  platform: NodeJS.Platform
  /** A variable of the environment. */
  variable(name: string): string | undefined
}

export interface AgentFile extends Omit<SettingsContent, 'name'> {
  path: string
  format: SettingsFormat
}

interface Agent {
  files(surroundings: Surroundings, commands: Commands): AgentFile[]
  /** What a person has to know or do besides. */
  notes: readonly string[]
}

/** What the agent runs. */
export interface Commands {
  /** The program and its arguments. */
  server: readonly [program: string, ...args: string[]]
  /** Lines for a shell. */
  start: string
  end: string
}

export const agents: { readonly [name in AgentName]: Agent } = {
  // code.claude.com/docs/en/mcp (.mcp.json, ~/.claude.json), /settings, /hooks (SessionStart, SessionEnd; seconds, and
  // a SessionEnd hook without a timeout of its own has 1.5 s), /env-vars (CLAUDE_CONFIG_DIR moves both files).
  'claude-code': {
    files: (at, commands) => {
      const folder = at.variable('CLAUDE_CONFIG_DIR')
      const [server, settings] =
        at.scope === 'project'
          ? [join(at.projectRoot, '.mcp.json'), join(at.projectRoot, '.claude/settings.json')]
          : [join(folder ?? at.home, '.claude.json'), join(folder ?? join(at.home, '.claude'), 'settings.json')]
      return [
        { path: server, format: jsoncFormat, entries: [toServer(['mcpServers'], commands, { type: 'stdio' })] },
        { path: settings, format: jsoncFormat, entries: toGroupedHooks(commands, { start: 30, end: 30 }) },
      ]
    },
    notes: ['Claude Code reads it when it starts the next time; /mcp and /hooks show what it has read.'],
  },
  // developers.openai.com/codex/mcp (config.toml), /codex/hooks (hooks.json beside it; seconds; plain text of a
  // SessionStart hook becomes context), github.com/openai/codex/pull/33895 (a SessionEnd hook has 3 s at most).
  codex: {
    files: (at, commands) => {
      const own = at.variable('CODEX_HOME') ?? join(at.home, '.codex')
      const folder = at.scope === 'project' ? join(at.projectRoot, '.codex') : own
      return [
        { path: join(folder, 'config.toml'), format: tomlFormat, entries: [toServer(['mcp_servers'], commands)] },
        {
          path: join(folder, 'hooks.json'),
          format: jsoncFormat,
          entries: toGroupedHooks(commands, { start: 30, end: 3 }),
        },
      ]
    },
    notes: ['Codex runs a hook only after you have trusted it: /hooks in Codex shows what waits for that.'],
  },
  // cursor.com/docs/mcp (mcp.json), cursor.com/docs/hooks (hooks.json, version 1, sessionStart and sessionEnd; seconds).
  cursor: {
    files: (at, commands) => {
      const folder = join(at.scope === 'project' ? at.projectRoot : at.home, '.cursor')
      return [
        { path: join(folder, 'mcp.json'), format: jsoncFormat, entries: [toServer(['mcpServers'], commands)] },
        {
          path: join(folder, 'hooks.json'),
          format: jsoncFormat,
          alongside: { version: 1 },
          entries: [
            toHook('sessionStart', { command: commands.start, timeout: 30 }, { isGrouped: false }),
            toHook('sessionEnd', { command: commands.end, timeout: 30 }, { isGrouped: false }),
          ],
        },
      ]
    },
    notes: ['Cursor shows the server under Settings, MCP; a command that it does not find there needs its whole path.'],
  },
  // code.visualstudio.com/docs/copilot/reference/mcp-configuration (.vscode/mcp.json, or mcp.json in the user profile).
  vscode: {
    files: (at, commands) => {
      const path = at.scope === 'project' ? join(at.projectRoot, '.vscode/mcp.json') : join(codeFolder(at), 'mcp.json')
      return [{ path, format: jsoncFormat, entries: [toServer(['servers'], commands, { type: 'stdio' })] }]
    },
    notes: [
      'VS Code starts the server after you have trusted it (MCP: List Servers).',
      'No hook is written for VS Code; its instructions can ask for the tool bootstrap.',
    ],
  },
  // opencode.ai/docs/config (opencode.json or .jsonc), opencode.ai/docs/mcp-servers (command as one list),
  // opencode.ai/docs/migrate-v1 (version 2 says mcp.servers and reads the older form too).
  opencode: {
    files: (at, commands) => {
      const own = join(at.variable('XDG_CONFIG_HOME') ?? join(at.home, '.config'), 'opencode')
      const stem = join(at.scope === 'project' ? at.projectRoot : own, 'opencode.json')
      const path = existsSync(`${stem}c`) && !existsSync(stem) ? `${stem}c` : stem
      const value = { type: 'local', command: commands.server }
      const server: ServerEntry = {
        ...{ kind: 'server', path: ['mcp', serverName], nestedPath: ['mcp', 'servers', serverName], value },
      }
      return [
        { path, format: jsoncFormat, alongside: { $schema: 'https://opencode.ai/config.json' }, entries: [server] },
      ]
    },
    notes: ['OpenCode has no hooks that run a command; its AGENTS.md can ask for the tool bootstrap.'],
  },
  // github.com/google-gemini/gemini-cli: docs/tools/mcp-server.md, docs/hooks/reference.md (milliseconds).
  gemini: {
    files: (at, commands) => {
      const path = join(at.scope === 'project' ? at.projectRoot : at.home, '.gemini/settings.json')
      const hooks = toGroupedHooks(commands, { start: 30_000, end: 30_000 })
      return [{ path, format: jsoncFormat, entries: [toServer(['mcpServers'], commands), ...hooks] }]
    },
    notes: ['Gemini CLI shows the hooks with /hooks panel and the server with /mcp.'],
  },
}

/** The name that the agents know the server by. */
const serverName = 'memo'

function toServer(keys: readonly string[], { server }: Commands, beside: { type?: string } = {}): ServerEntry {
  const [command, ...args] = server
  return { kind: 'server', path: [...keys, serverName], value: { ...beside, command, args } }
}

function toGroupedHooks({ start, end }: Commands, timeouts: { start: number; end: number }): HookEntry[] {
  const grouped = { isGrouped: true }
  return [
    toHook('SessionStart', { type: 'command', command: start, timeout: timeouts.start }, grouped),
    toHook('SessionEnd', { type: 'command', command: end, timeout: timeouts.end }, grouped),
  ]
}

function toHook(event: string, handler: HookEntry['handler'], { isGrouped }: { isGrouped: boolean }): HookEntry {
  return { kind: 'hook', event, handler, isGrouped }
}

/** The default profile of the user; other profiles have folders of their own. */
function codeFolder({ platform, home, variable }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Code/User')
  if (platform === 'win32') return join(variable('APPDATA') ?? join(home, 'AppData/Roaming'), 'Code/User')
  return join(variable('XDG_CONFIG_HOME') ?? join(home, '.config'), 'Code/User')
}
