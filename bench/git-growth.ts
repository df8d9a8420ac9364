/**
 * `npm run bench:growth`: how much 10,000 hits in 500 commits add to `.git` before any gc. The bar is 30 MB. Told are the
 * bytes of the files, and what they take on the disk in blocks.
 */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commitPending } from '../src/vault/committing/commit.ts'
import { closeVault, openVault } from '../src/vault/vault.ts'
import { recordHits } from '../src/vault/writing/hits.ts'
import { benchProject, makeBenchVault } from './corpus.ts'

const { values } = parseArgs({
  options: { commits: { type: 'string', default: '500' }, hits: { type: 'string', default: '20' } },
})
const commits = Number(values.commits)
const hitsEach = Number(values.hits)
const records = 500
const folder = mkdtempSync(join(tmpdir(), 'memo-growth-'))

try {
  await measure(join(folder, 'vault'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(root: string): Promise<void> {
  await makeBenchVault(root, records)
  const vault = await openVault(root)
  await commitPending(vault)
  const before = sizeOf(join(root, '.git'))
  const rows = vault.projections.db
    .prepare("SELECT id, kind FROM records WHERE kind IN ('trap', 'decision') ORDER BY id")
    .all()
  const keys = rows.map(({ id }) => ({ project: benchProject, id: String(id), kind: 'trap' as const }))
  const start = performance.now()
  for (let n = 0; n < commits; n++) {
    const used = Array.from({ length: hitsEach }, (_, at) => keys[(n * 7 + at * 13) % keys.length]).filter(
      (key) => key !== undefined,
    )
    await recordHits(vault, { records: used, via: 'get', session: `session-${n}`, query: undefined })
    const { state } = await commitPending(vault)
    if (state !== 'committed') throw new Error(`commit ${n}: ${state}`)
  }
  const ms = (performance.now() - start) / commits
  closeVault(vault)
  const after = sizeOf(join(root, '.git'))
  const grown = `${megabytes(after.bytes - before.bytes)} MB of bytes, ${megabytes(after.blocks - before.blocks)} MB of blocks`
  process.stdout.write(
    `${commits * hitsEach} hits in ${commits} commits: .git grew by ${grown}; ${ms.toFixed(1)} ms each\n`,
  )
  execFileSync('git', ['fsck', '--no-dangling'], { cwd: root, stdio: 'pipe' })
  execFileSync('git', ['gc', '--quiet'], { cwd: root, stdio: 'pipe' })
  process.stdout.write(`after gc: ${megabytes(sizeOf(join(root, '.git')).bytes)} MB\n`)
}

function sizeOf(folderPath: string): { bytes: number; blocks: number } {
  const sum = { bytes: 0, blocks: 0 }
  for (const name of readdirSync(folderPath, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(join(folderPath, name))
    sum.bytes += stat.isFile() ? stat.size : 0
    sum.blocks += stat.blocks * 512
  }
  return sum
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
