import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Manifest } from '../../../src/cli/completion/manifest.ts'
import { argumentSources, flagSources } from '../../../src/cli/completion/sources.ts'
import { type LookUp, type Question, suggest } from '../../../src/cli/completion/suggest.ts'
import { packageRoot } from '../../support/cli.ts'

const read = (name: string) => JSON.parse(readFileSync(join(packageRoot, name), 'utf8'))
const manifest: Manifest = {
  commands: read('.oclif.manifest.json').commands,
  topics: read('package.json').oclif.topics,
}

async function ask(line: string, answers: readonly string[] = []) {
  const words = line.split(' ')
  const asked: Question[] = []
  const lookUp: LookUp = async (question) => {
    asked.push(question)
    return answers.map((value) => ({ value, about: '' }))
  }
  const call = { words: words.slice(0, -1), current: words.at(-1) ?? '' }
  const { paths, items } = await suggest(call, manifest, lookUp)
  return {
    paths,
    values: items.map(({ value }) => value),
    asked: asked.map(({ source }) => source),
    question: asked[0],
  }
}

test('names of commands, part by part', async () => {
  expect((await ask('sea')).values).toEqual(['search'])
  expect((await ask('config ')).values).toEqual(['get', 'list', 'set'])
  expect((await ask('help conf')).values).toEqual(['config'])
  expect((await ask('help config g')).values).toEqual(['get'])
  expect((await ask('nothing ')).values).toEqual([])
})

test('a command that is a topic too offers both', async () => {
  expect((await ask('log sh')).values).toEqual(['show'])
  expect((await ask('log --sin')).values).toEqual(['--since'])
  expect((await ask('log --limit 3 sh')).values).toEqual([])
})

test('flags that can still be given', async () => {
  expect((await ask('setup codex --print --re')).values).toEqual([])
  expect((await ask('setup codex --re')).values).toEqual(['--remove'])
  expect((await ask('list --tag a --ta')).values).toEqual(['--tag'])
  expect((await ask('list --limit 3 --lim')).values).toEqual([])
  expect((await ask('bootstrap --no-co')).values).toContain('--no-count')
  expect((await ask('doctor ')).values).toContain('--deep')
  expect((await ask('get -- --ki')).asked).toEqual(['record'])
})

test('values of flags and arguments, from the manifest or from the vault', async () => {
  expect((await ask('list --kind=tr')).values).toEqual(['--kind=trap'])
  expect((await ask('list --kind trap,dec')).values).toEqual(['trap,decision'])
  expect((await ask('setup co')).values).toEqual(['codex'])
  expect(await ask('backup ')).toMatchObject({ paths: 'files', values: [] })
  expect(await ask('restore ', ['retry'])).toMatchObject({ paths: 'files', values: ['retry'] })
  expect(await ask('get a re', ['retry', 'other'])).toMatchObject({ asked: ['record'], values: ['retry'] })
  expect(await ask('profiles ')).toMatchObject({ asked: ['profile'] })
  expect(await ask('search re')).toMatchObject({ asked: [], values: [] })
  expect((await ask('config set git.commit e')).question).toMatchObject({
    source: 'setting-value',
    before: ['git.commit'],
  })
  const { question } = await ask('get --vault=/v --project p re')
  expect(Object.fromEntries(question?.values ?? [])).toEqual({ vault: '/v', project: 'p' })
})

test('what an import reads and where an export goes', async () => {
  expect((await ask('import obs')).values).toEqual(['obsidian'])
  expect(await ask('import obsidian no')).toMatchObject({ paths: 'files' })
  expect(await ask('import markdown docs no')).toMatchObject({ paths: 'files' })
  expect(await ask('export --out no')).toMatchObject({ paths: 'files' })
})

test('every flag that takes a path completes one', () => {
  const flags = Object.values(manifest.commands).flatMap((command) => Object.values(command.flags))
  const paths = flags.filter((flag) => 'helpValue' in flag && /^(PATH|FILE|DIR)$/.test(String(flag.helpValue)))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter(({ name }) => !/^(files|folders)$/.test(flagSources[name] ?? ''))).toEqual([])
})

test('what the shell could not show is left out', async () => {
  expect((await ask('list --tag a', ['a\nb', 'a\u202eb', 'ab'])).values).toEqual(['ab'])
})

test('every row of the tables stands for something that there is', () => {
  const commands = Object.values(manifest.commands)
  const flags = new Set(commands.flatMap((command) => Object.keys(command.flags)))
  const names = commands.flatMap(({ id, args }) => Object.keys(args).flatMap((name) => [name, `${id} ${name}`]))
  expect(Object.keys(flagSources).filter((name) => !flags.has(name))).toEqual([])
  expect(Object.keys(argumentSources).filter((name) => !names.includes(name))).toEqual([])
})
