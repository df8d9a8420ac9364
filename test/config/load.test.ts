import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/defaults.ts'
import { loadConfig } from '../../src/config/load.ts'
import { Config } from '../../src/config/schema.ts'
import { packageRoot } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'

function vaultWith(text: string): string {
  const vault = makeTempDir()
  writeFileSync(join(vault, 'config.json'), text)
  return vault
}

describe('loadConfig', () => {
  test.each(['{"version":1}', '{}', '\ufeff{"version":1}'])('%j is all defaults', async (text) => {
    expect(await loadConfig(vaultWith(text))).toEqual(defaultConfig)
  })

  test('no file is all defaults, and they are what the schema says', async () => {
    expect(await loadConfig(makeTempDir())).toEqual(defaultConfig)
    expect(Config.parse({})).toEqual(defaultConfig)
  })

  test('takes what is set, and keeps keys that it does not know', async () => {
    const vault = vaultWith('{"version":1,"git":{"commit":"off","x":1},"y":{"z":2},"projectAliases":{"a.b":"c"}}')
    expect(await loadConfig(vault)).toEqual({
      ...defaultConfig,
      git: { ...defaultConfig.git, commit: 'off', x: 1 },
      y: { z: 2 },
      projectAliases: { 'a.b': 'c' },
    })
  })

  test.each([
    ['{"version":2}', 'version: must be 1'],
    ['{"git":{"commit":"never"}}', 'git.commit: must be batched, each or off'],
    ['{"embeddings":{"provider":"cloud"}}', 'embeddings.provider: must be local, sentence-encoder, openai or'],
    ['{"embeddings":{"enabled":"yes"}}', 'embeddings.enabled: must be true or false'],
    ['{"embeddings":{"baseUrl":"localhost:11434"}}', 'embeddings.baseUrl: must be an http or https address'],
    ['{"embeddings":{"baseUrl":"http://me:pw@host"}}', 'embeddings.baseUrl: must be an http or https address'],
    ['{"embeddings":{"apiKeyEnv":"sk-abc-123"}}', 'embeddings.apiKeyEnv: must be the name of an environment variable'],
    ['{"embeddings":{"timeoutMs":0}}', 'embeddings.timeoutMs: must be a whole number of milliseconds'],
    ['{"embeddings":{"minSimilarity":1.5}}', 'embeddings.minSimilarity: must be a number from 0 to 1'],
    ['{"git":[]}', 'git: '],
    ['{"limits":{"bodyBytes":-1}}', 'limits.bodyBytes: must be a whole number'],
    ['{"projectAliases":{"a":"../b"}}', 'projectAliases.a: must be a project id'],
    ['{"ttl":{"scratchDays":0}}', 'ttl.scratchDays: must be a number of days'],
    ['{"version":', 'is not a JSON object'],
    ['[]', 'is not a JSON object'],
    ['', 'is not a JSON object'],
  ])('refuses %s by name', async (text, problem) => {
    const vault = vaultWith(text)
    await expect(loadConfig(vault)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(new RegExp(`config\\.json.*${problem}`)),
    })
  })

  test('refuses a folder in its place', async () => {
    const vault = makeTempDir()
    mkdirSync(join(vault, 'config.json'))
    await expect(loadConfig(vault)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(vault) })
  })

  test('never advises to set what cannot be set', async () => {
    for (const text of ['{"version":2}', '{"limits":5}']) {
      const hint = expect.not.stringContaining('config set')
      await expect(loadConfig(vaultWith(text))).rejects.toMatchObject({ hint })
    }
    const hint = expect.stringContaining('config set git.commit')
    await expect(loadConfig(vaultWith('{"git":{"commit":"never"}}'))).rejects.toMatchObject({ hint })
  })

  test('the schema library is reached only through a dynamic import', () => {
    for (const file of ['load', 'edit', 'defaults', 'environment']) {
      const source = readFileSync(join(packageRoot, `src/config/${file}.ts`), 'utf8')
      expect(source).not.toMatch(/^import (?!type ).*(schema\.ts|zod)/m)
    }
  })
})
