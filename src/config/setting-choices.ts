/** The values that a setting can have, where they are few. */
import * as z from 'zod'
import { Config } from './schema.ts'

interface Node {
  properties?: { [key: string]: Node }
  enum?: readonly unknown[]
  type?: string
}

/** Empty for a setting that takes any number or text, and for a key that is none. */
export function settingChoices(key: string): string[] {
  let node: Node | undefined = z.toJSONSchema(Config, { io: 'input' }) as Node
  for (const part of key.split('.')) node = node?.properties?.[part]
  if (node?.type === 'boolean') return ['true', 'false']
  return (node?.enum ?? []).map(String)
}
