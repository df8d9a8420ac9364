import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertNode, checkNode, oldestNode } from '../src/vault/doctor/check-program.ts'
import { packageRoot } from './support/cli.ts'
import { makeTempDir } from './support/temp-dir.ts'

test('the committed manifest is what the commands say of themselves', () => {
  const root = makeTempDir()
  copyFileSync(join(packageRoot, 'package.json'), join(root, 'package.json'))
  cpSync(join(packageRoot, 'dist'), join(root, 'dist'), { recursive: true })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
  // It starts without one, too: only slower.
  const start = `require('${join(root, 'dist/main.cjs')}').start.main(['--version'])`
  expect(spawnSync(process.execPath, ['-e', start], { encoding: 'utf8' }).stdout).toMatch(/^memo-vault\//)
  const oclif = join(packageRoot, 'node_modules/oclif/bin/run.js')
  const made = spawnSync(process.execPath, [oclif, 'manifest', root], { cwd: root, encoding: 'utf8' })
  expect(made.stderr).not.toMatch(/error/i)
  expect(readManifest(packageRoot), 'run `npm run build` and commit .oclif.manifest.json').toEqual(readManifest(root))
})

test('the oldest Node is the same for npm, for the start, for the doctor and for the library', () => {
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  expect(engines).toEqual({ node: '^22.14.0 || >=23.6.0' })
  expect(oldestNode).toBe('22.14 or 23.6')
  expect(readFileSync(join(packageRoot, 'bin/run.js'), 'utf8')).toContain(`const oldest = '${oldestNode}'`)
  expect(
    ['20.20.2', '22.13.1', '22.14.0', '23.5.0', '23.6.0', '24.0.0', '100.0.0'].filter(
      (version) => checkNode(version).length > 0,
    ),
  ).toEqual(['20.20.2', '22.13.1', '23.5.0'])
  expect(() => assertNode('20.20.2')).toThrow('Node 20.20.2 is older than 22.14 or 23.6, the oldest that memo runs on')
  assertNode('22.14.0')
})

test('the manifest has every command file, and each says in one sentence what it does', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(packageRoot, 'src/commands') })
  const { commands } = readManifest(packageRoot)
  expect(Object.keys(commands).sort()).toEqual(
    files.map((file) => file.replace(/\.tsx?$/, '').replaceAll('/', ':')).sort(),
  )
  for (const [id, { summary }] of Object.entries(commands)) expect(summary, id).toMatch(/^[A-Z].*\.$/)
})

function readManifest(root: string): { commands: { [id: string]: { summary?: string } } } {
  return JSON.parse(readFileSync(join(root, '.oclif.manifest.json'), 'utf8'))
}
