/** Whether the settings ask for vectors of a model. Not so with the provider `local`, which compares words. */
import type { Config } from './schema.ts'

export function hasModel({ embeddings }: Pick<Config, 'embeddings'>): boolean {
  return embeddings.enabled && embeddings.provider !== 'local'
}
