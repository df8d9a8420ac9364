/** The man page that is committed; `reference.test.ts` holds it against the manifest. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './support/cli.ts'

const path = join(packageRoot, 'man/memo.1')
const page = readFileSync(path, 'utf8')

const renderers = [
  ['mandoc', ['-T', 'lint', '-W', 'warning', path]],
  ['groff', ['-mdoc', '-ww', '-z', path]],
] as const

test.for(renderers)('%s finds nothing wrong with it', ([program, args], { skip }) => {
  const { error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  skip(error !== undefined, `no ${program}`)
  // What is wrong with the pages of this machine is not said of ours.
  const said = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.includes('outdated mandoc.db'))
  expect(said).toEqual([])
})

test('it has every command, flag of all commands, exit status and variable', () => {
  const { commands } = JSON.parse(readFileSync(join(packageRoot, '.oclif.manifest.json'), 'utf8'))
  for (const id of Object.keys(commands)) expect(page).toContain(`\n.Ss memo ${id.replaceAll(':', ' ')}`)
  for (const flag of ['json', 'vault', 'project', 'no-color', 'no-pager']) expect(page).toMatch(`.It Fl -${flag}`)
  for (const status of [0, 1, 2, 3, 4, 70, 130, 143]) expect(page).toContain(`.It Li ${status}\n`)
  const environment = readFileSync(join(packageRoot, 'src/config/environment.ts'), 'utf8')
  const variables = [...environment.matchAll(/variables\.([A-Z_]+)/g)].map(([, name]) => name)
  expect(variables.length).toBeGreaterThan(10)
  for (const name of variables) expect(page).toContain(`.It Ev ${name}\n`)
})
