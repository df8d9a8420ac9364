/** Several clones of one vault and the bare repository between them, all in one process. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { initVault } from '../../src/vault/init.ts'
import { cloneVault } from '../../src/vault/sync/clone.ts'
import { type SyncInput, type SyncResult, syncVault } from '../../src/vault/sync/sync.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { copyRepository } from './fresh-repository.ts'
import { makeTempDir } from './temp-dir.ts'
import { type TestPorts, testPorts } from './vault.ts'

export interface Clone {
  root: string
  ports: TestPorts
  vault: Vault
}

export interface Clones {
  folder: string
  /** The bare repository. */
  remote: string
  all: Clone[]
  close(): void
}

/** Runs git as a person does who sits at the folder, and gives what it prints. */
export function git(root: string, ...command: string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  return execFileSync('git', [...person, ...command], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The clocks of the clones are apart by `skewMs` each. */
export async function makeClones(count: number, { skewMs = 7 } = {}): Promise<Clones> {
  const folder = makeTempDir()
  const remote = join(folder, 'remote.git')
  git(folder, 'init', '-q', '--bare', '-b', 'main', remote)
  const all: Clone[] = []
  for (let n = 0; n < count; n++) {
    const root = join(folder, `clone-${n}`)
    const ports = clonePorts(Date.parse('2031-05-01T09:00:00.000Z') + n * skewMs, n)
    if (n === 0) {
      await copyRepository(root)
      await initVault(root, { ports })
    } else await cloneVault(remote, root, { ports })
    if (n === 0) git(root, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    const vault = await openVault(root, { ports })
    all.push({ root, ports, vault })
    if (n === 0) await sync(vault, { remote })
  }
  const close = (): void => {
    for (const { vault } of all) closeVault(vault)
  }
  return { folder, remote, all, close }
}

/** Two of them, which is what most tests need. */
export async function makeTwoClones(options?: { skewMs?: number }): Promise<Clones & { a: Clone; b: Clone }> {
  const made = await makeClones(2, options)
  const [a, b] = made.all
  if (a === undefined || b === undefined) throw new Error('two clones were asked for')
  return { ...made, a, b }
}

/** Bytes that do not repeat, so that no two clones draw the same writer id. */
function clonePorts(start: number, seed: number): TestPorts {
  let drawn = 0
  const draw = (size: number): Buffer => createHash('sha512').update(`${seed} ${drawn++}`).digest().subarray(0, size)
  return Object.assign(testPorts(start), { random: draw })
}

export function sync(vault: Vault, input: Partial<SyncInput> = {}): Promise<SyncResult> {
  return syncVault(vault, { remote: undefined, dryRun: false, ...input })
}

/** Syncs in turn until all in a row had nothing to say. */
export async function syncUntilQuiet(clones: readonly Clone[]): Promise<void> {
  let quiet = 0
  for (const { vault } of Array.from({ length: 10 }, () => clones).flat()) {
    quiet = (await sync(vault)).state === 'nothing' ? quiet + 1 : 0
    if (quiet === clones.length) return
  }
  throw new Error('the clones do not come to rest')
}

/** Every file of the vault that others see, by its path. */
export function filesOf(root: string): { [path: string]: string } {
  const paths = globSync(['projects/**', 'events/**', 'config.json', '.git{ignore,attributes}'], { cwd: root })
  // A process that was killed may have left a temporary file.
  const files = paths.filter((path) => statSync(join(root, path)).isFile() && !path.endsWith('.tmp')).sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
