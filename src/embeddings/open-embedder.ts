/** From the settings to an embedder. Each provider is loaded only when the settings name it. */
import { isAbsolute, join } from 'node:path'
import { MemoError } from '../lib/errors.ts'
import type { Embedder } from './embedder.ts'

/** The part of the settings that is read here (`embeddings` in the settings of a vault). */
export interface EmbeddingSettings {
  enabled: boolean
  provider: 'local' | 'sentence-encoder' | 'openai' | 'transformers'
  model: string
  baseUrl: string
  apiKeyEnv: string
  timeoutMs: number
}

export interface EmbedderPorts {
  now(): number
  /** An environment variable, or undefined. */
  variable(name: string): string | undefined
  /** What `~` stands for. */
  home: string
}

/**
 * Undefined when embeddings are off, or done without vectors (`local`). Opening starts nothing and asks nobody. Throws
 * USAGE when the provider needs a setting that is empty, UNAVAILABLE when the variable with the key is.
 */
export async function openEmbedder(settings: EmbeddingSettings, ports: EmbedderPorts): Promise<Embedder | undefined> {
  return settings.enabled ? await openers[settings.provider](settings, ports) : undefined
}

type Open = (settings: EmbeddingSettings, ports: EmbedderPorts) => Promise<Embedder | undefined>

const openers: { readonly [provider in EmbeddingSettings['provider']]: Open } = {
  local: async () => undefined,
  'sentence-encoder': async ({ model }, { home }) => {
    const { openSentenceEncoder } = await import('./sentence-encoder.ts')
    return openSentenceEncoder({ folder: model === '' ? undefined : toFolder(model, home) })
  },
  openai: async (settings, { now, variable }) => {
    const { openOpenAiEmbedder } = await import('./openai-embedder.ts')
    const baseUrl = expectSetting(settings, 'baseUrl')
    const model = expectSetting(settings, 'model')
    return openOpenAiEmbedder({ baseUrl, model, key: findKey(settings, variable), timeoutMs: settings.timeoutMs, now })
  },
  transformers: async (settings, { home }) => {
    const { openTransformersEmbedder } = await import('./transformers-embedder.ts')
    return openTransformersEmbedder({ folder: toFolder(expectSetting(settings, 'model'), home) })
  },
}

function expectSetting(settings: EmbeddingSettings, name: 'model' | 'baseUrl'): string {
  if (settings[name] !== '') return settings[name]
  throw new MemoError('USAGE', `the embedding provider ${settings.provider} needs embeddings.${name}`, {
    hint: `run "memo config set embeddings.${name} VALUE"`,
  })
}

/** A line break from a file that the variable was filled from is no part of the key. */
function findKey({ apiKeyEnv }: EmbeddingSettings, variable: EmbedderPorts['variable']): string | undefined {
  if (apiKeyEnv === '') return undefined
  const key = variable(apiKeyEnv)?.trim()
  if (key !== undefined && /^[\x21-\x7e]+$/.test(key)) return key
  throw new MemoError('UNAVAILABLE', `the environment variable ${apiKeyEnv} holds no key for the embedding server`, {
    hint: 'set it where memo is started, or empty embeddings.apiKeyEnv',
  })
}

/** The settings travel with the vault and the working directory is anywhere, so a relative path would mean nothing. */
function toFolder(model: string, home: string): string {
  if (model.startsWith('~/')) return join(home, model.slice(2))
  if (isAbsolute(model)) return model
  throw new MemoError('USAGE', `embeddings.model is ${JSON.stringify(model)}, which is not the path of a folder`, {
    hint: 'run "memo config set embeddings.model /absolute/path", or write it with ~/',
  })
}
