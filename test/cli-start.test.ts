import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packageRoot, runCli, runProcess, runScript } from './support/cli.ts'
import { makeTempDir } from './support/temp-dir.ts'

const oldNode = findOldNode()

describe('on a Node that is too old', () => {
  test.runIf(oldNode)('starts again with the Node beside the package and passes the exit status on', async () => {
    const version = await runProcess(oldNode ?? '', [runScript, '--version'], { env: process.env })
    expect(version).toMatchObject({ status: 0, stderr: '' })
    expect(version.stdout).toContain(`node-${process.version}`)
    const refused = await runProcess(oldNode ?? '', [runScript, 'no-such-command'], { env: process.env })
    expect(refused.status).toBe(2)
  })

  test.runIf(oldNode)('passes stdin, output and a signal through', async () => {
    const root = copyOfPackage()
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
    writeMain(root, 'process.stdin.resume(); process.stdout.write("ready")')
    const child = spawn(oldNode ?? '', [join(root, 'bin/run.js')])
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const end = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)))
    expect(end).toBe('SIGTERM')
  })

  test.runIf(oldNode)('a signal to the whole group of processes ends a server as one to itself does', async () => {
    const vault = makeTempDir()
    await runCli(['init'], { vault })
    const call = [runScript, 'mcp', '--http', '0']
    const child = spawn(oldNode ?? '', call, { detached: true, env: { ...process.env, MEMO_VAULT: vault } })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stderr.once('data', () => process.kill(-(child.pid ?? 0), 'SIGTERM'))
    const end = await new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)))
    expect(end).toBe(0)
  })

  test.runIf(oldNode)('starts again also where it is run by what it runs itself, as by an editor', async () => {
    const root = copyOfPackage()
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
    writeMain(root, 'process.stdout.write(String(process.env.MEMO_STARTED_AGAIN))')
    const result = await runProcess(oldNode ?? '', [join(root, 'bin/run.js')], { env: process.env })
    expect(result).toMatchObject({ status: 0, stdout: 'undefined' })
  })

  test.runIf(oldNode)('without a newer Node says one sentence and loads nothing', async () => {
    const root = copyOfPackage()
    writeMain(root, 'process.stdout.write("loaded")')
    const result = await runProcess(oldNode ?? '', [join(root, 'bin/run.js')], { env: process.env })
    expect(result).toMatchObject({ status: 1, stdout: '' })
    expect(result.stderr).toMatch(/^Error: memo needs Node 22\.14 or 23\.6, or newer, and this is v\d+\.\d+\.\d+\n$/)
  })

  test.runIf(oldNode)('does not start itself for ever when the Node beside the package is old as well', async () => {
    const root = copyOfPackage()
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
    symlinkSync(oldNode ?? '', join(root, 'node_modules/.bin/node'))
    const result = await runProcess(oldNode ?? '', [join(root, 'bin/run.js')], { env: process.env })
    expect(result.status).toBe(1)
    expect(result.stderr).toContain('memo needs Node')
  })

  test('the starter uses no syntax that Node 14 does not parse', async () => {
    const { transformSync } = await import('rolldown/utils')
    const { readFile } = await import('node:fs/promises')
    const lower = (source: string, target: string): string => transformSync('run.js', source, { target }).code
    const source = await readFile(runScript, 'utf8')
    expect(lower(source, 'node14.0')).toBe(lower(source, 'esnext'))
    const newer = `${source}\nprocess.title ??= 'memo'\n`
    expect(lower(newer, 'node14.0')).not.toBe(lower(newer, 'esnext'))
  })
})

test('a package that is not built says how to build it', async () => {
  const root = copyOfPackage()
  const result = await runProcess(process.execPath, [join(root, 'bin/run.js')], { env: process.env })
  expect(result).toMatchObject({ status: 1, stdout: '' })
  expect(result.stderr).toBe('Error: memo is not built yet; run "npm run build" in its folder\n')
})

test.each(['test', 'development', 'production', ''])('starts the same with NODE_ENV=%s', async (mode) => {
  const result = await runCli(['config', 'get', 'git.commit'], { env: { NODE_ENV: mode }, vault: makeTempDir() })
  expect(result).toMatchObject({ status: 0, stdout: 'batched\n', stderr: '' })
})

test('starts where the user has neither a shell nor a home that can be written', async () => {
  const result = await runCli(['config', 'get', 'git.commit'], { env: { SHELL: undefined, HOME: '/nonexistent' } })
  expect(result).toMatchObject({ status: 0, stdout: 'batched\n', stderr: '' })
})

test('compiled code is kept in the cache folder of the user, and none in the folder that everybody writes', async () => {
  const [home, shared, caches] = [makeTempDir(), makeTempDir(), makeTempDir()]
  const own = { HOME: home, TMPDIR: shared, NODE_COMPILE_CACHE: undefined }
  const start = (env: { [name: string]: string | undefined }) =>
    runCli(['config', 'get', 'git.commit'], { env: { ...own, ...env }, vault: makeTempDir() })
  expect(await start({})).toMatchObject({ status: 0, stdout: 'batched\n' })
  expect(readdirSync(join(home, '.cache/memo'))).not.toEqual([])
  expect(await start({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stdout: 'batched\n' })
  expect(readdirSync(join(caches, 'memo'))).not.toEqual([])
  expect(await start({ HOME: undefined })).toMatchObject({ status: 0, stdout: 'batched\n' })
  expect(readdirSync(shared)).toEqual([])
})

test('shows help and version', async () => {
  for (const args of [
    ['--help'],
    ['help'],
    ['-h'],
    ['config'],
    ['config', '--help'],
    ['config', 'get', '--help'],
    [],
  ]) {
    const help = await runCli(args)
    expect(help, args.join(' ')).toMatchObject({ status: 0, stderr: '' })
    expect(help.stdout).toContain('USAGE')
  }
  expect((await runCli(['--version'])).stdout).toMatch(/^memo-vault\/\d+\.\d+\.\d+ /)
})

/** The starter alone in a package of its own, as an install without a build and without dependencies has it. */
function copyOfPackage(): string {
  const root = join(makeTempDir(), 'memo-vault')
  mkdirSync(join(root, 'bin'), { recursive: true })
  for (const name of ['run.js', 'package.json']) copyFileSync(join(dirname(runScript), name), join(root, 'bin', name))
  chmodSync(join(root, 'bin/run.js'), 0o755)
  copyFileSync(join(packageRoot, 'package.json'), join(root, 'package.json'))
  return root
}

function writeMain(root: string, body: string): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/main.cjs'), `exports.start = { main() { ${body} } }\n`)
}

/** The first node outside the project that is older than what the product needs; there may be none. */
function findOldNode(): string | undefined {
  const found = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' }).stdout.split('\n')
  return found.find((node) => existsSync(node) && !dirname(node).startsWith(packageRoot) && majorOf(node) < 22)
}

function majorOf(node: string): number {
  return Number(spawnSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }).stdout)
}
