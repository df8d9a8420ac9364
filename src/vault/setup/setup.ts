/**
 * Making memo known to a coding agent: the server in the agent's settings and, where the agent has them, hooks that tell
 * it the brief when a session starts and commit when it ends. Needs no vault. Other settings stay byte for byte.
 */
import { dirname } from 'node:path'
import { toShellWord } from '../../lib/shell-word.ts'
import { findRepositoryAt } from '../../record/git-directory.ts'
import { type AgentFile, type AgentName, agents, type Commands, type Surroundings } from './agents.ts'
import { type PlannedFile, planAdd, planRemove, toBackupPath, toEntryText } from './plan.ts'
import { writePlanned } from './write.ts'

export { type AgentName, agentNames, setupScopes } from './agents.ts'

export interface SetupInput extends Omit<Surroundings, 'projectRoot'> {
  agent: AgentName
  /** Where the search for the root of the project begins. */
  cwd: string
  /** The vault that the agent is told of; its own default when left out. */
  vault: string | undefined
  action: SetupAction
}

/** `print` reads and writes nothing. */
export type SetupAction = 'add' | 'remove' | 'print'

export interface SetupFile {
  path: string
  change: PlannedFile['change']
  /** The hunks of a unified diff; empty when nothing changes. */
  diff: string
  /** Where the bytes from before are. */
  backup: string | null
  /** What stands of memo in it, as a file of its own. */
  entry: string
}

export interface SetupResult {
  agent: AgentName
  scope: Surroundings['scope']
  action: SetupAction
  /** Whether anything was written. */
  written: boolean
  files: SetupFile[]
  /** What a person has to know or do besides. */
  notes: string[]
}

export interface SetupPlan extends SetupResult {
  planned: PlannedFile[]
}

/**
 * Reads the files and works out what would change; writes nothing. Throws REFUSED for a file that cannot be read as what
 * it should be, or that has another server of the same name.
 */
export function planSetup(input: SetupInput): SetupPlan {
  const { agent, scope, action } = input
  const files = agents[agent].files({ ...input, projectRoot: findRoot(input.cwd) }, toCommands(input))
  const plan = action === 'remove' ? planRemove : planAdd
  const planned = action === 'print' ? [] : files.map(plan)
  const shown = files.map((file, index) => toShown(file, planned[index]))
  return { agent, scope, action, written: false, files: shown, notes: [...agents[agent].notes], planned }
}

/** Whether carrying the plan out would write anything. */
export function isPending({ planned }: SetupPlan): boolean {
  return planned.some(({ change }) => change !== 'none')
}

/** Carries a plan out. Throws REFUSED when another program wrote one of the files since. */
export function carryOut(plan: SetupPlan): SetupResult {
  // What a project holds is meant for others too; what a home holds may have secrets beside memo's lines.
  const mode = plan.scope === 'project' ? 0o644 : 0o600
  for (const file of plan.planned) writePlanned(file, mode)
  const { planned, ...result } = plan
  return { ...result, written: isPending(plan) }
}

function toShown(file: AgentFile, planned: PlannedFile | undefined): SetupFile {
  const { path } = file
  const { change = 'none', diff = '', backup = 'none' } = planned ?? {}
  return { path, change, diff, backup: backup === 'make' ? toBackupPath(path) : null, entry: toEntryText(file) }
}

/** The nearest folder that is a repository, else the folder itself. */
function findRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (findRepositoryAt(folder) !== undefined) return folder
    if (dirname(folder) === folder) return cwd
  }
}

/**
 * The end hook prints an empty object: one agent takes any other text for a message to the user, another one wants an
 * object of its own.
 */
function toCommands({ agent, vault, platform }: SetupInput): Commands {
  const place = vault === undefined ? [] : ['--vault', vault]
  const line = (words: readonly string[]): string => words.map((word) => toShellWord(word, platform)).join(' ')
  return {
    server: ['memo', 'mcp', ...place],
    start: line(['memo', 'bootstrap', '--hook', agent, ...place]),
    end: line(['memo', 'commit', '--hook', ...place]),
  }
}
