/**
 * How an agent runs a command of memo as a hook: what it says of the session on standard input, and the form in which it
 * takes text for the model. The pages are named in vault/setup/agents.ts.
 */
import { addAbortSignal, type Readable } from 'node:stream'
import type { AgentName } from '../vault/setup/setup.ts'

/** Agents that have hooks which run a command. */
export const hookAgents = ['claude-code', 'codex', 'cursor', 'gemini'] as const satisfies readonly AgentName[]
export type HookAgent = (typeof hookAgents)[number]

export interface HookInput {
  session: string | undefined
  /** The folder that the session works in. */
  cwd: string | undefined
}

/** So long (ms) an agent is waited for. It speaks when it starts the hook; one that does not gets the brief all the same. */
export const firstWordMs = 2000

/** Bytes; what an agent says at the start of a session is below 2 kB. */
const longestInput = 1024 * 1024

/**
 * What the agent says; nothing of it when that is not understood, since a hook must not stop a session. Ends with the
 * object, because an agent may leave its end of the pipe open.
 * @param longestMs how long (ms) the end of what it says is waited for
 */
export async function readHookInput(input: Readable = process.stdin, longestMs = 2000): Promise<HookInput> {
  try {
    const said = await readObject(addAbortSignal(AbortSignal.timeout(longestMs), input))
    if (said !== undefined) return toHookInput(said)
  } catch {
    // It has begun to speak and does not end, or went away: the brief is for the session all the same.
  }
  return { session: undefined, cwd: undefined }
}

/** The text in the form in which the agent hands it to the model. */
export function toHookAnswer(agent: HookAgent, text: string): string {
  if (agent === 'cursor') return JSON.stringify({ additional_context: text })
  if (agent !== 'gemini') return text
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } })
}

interface Said {
  [field: string]: unknown
}

async function readObject(input: AsyncIterable<Uint8Array>): Promise<Said | undefined> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of input) {
    bytes = Buffer.concat([bytes, chunk])
    const said = findObject(bytes.toString('utf8'))
    if (said !== undefined || bytes.length > longestInput) return said
  }
  return undefined
}

function findObject(text: string): Said | undefined {
  if (!text.trimEnd().endsWith('}')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    // Not all of it has come yet.
    return undefined
  }
}

/** Cursor runs a user's hooks in its own folder and names those of the project apart. */
function toHookInput(said: Said): HookInput {
  const roots = Array.isArray(said.workspace_roots) ? said.workspace_roots : []
  return { session: toText(said.session_id) ?? toText(said.conversation_id), cwd: toText(roots[0]) ?? toText(said.cwd) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
