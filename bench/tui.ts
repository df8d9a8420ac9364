/**
 * The interactive search: from a key to the frame with its results (p50 and p95), and the memory of the built program.
 * `npm run bench:tui -- 10000 100000`; the numbers are sizes of the vault in records. Build first.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { batchLines, benchProject, makeBenchVault } from './corpus.ts'

/** Milliseconds from a key to its results, at the 95th percentile; megabytes of memory. */
const bars = { foundAt10k: 50, foundAt100k: 150, memory: 150 }

const program = fileURLToPath(new URL('../bin/run.js', import.meta.url))
const { typeInto } = await bundleScreen()
const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(size)

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-bench-tui-'))
  try {
    const root = join(folder, 'vault')
    await makeBenchVault(root, size)
    const texts = queries(size)
    await typeInto(root, benchProject, texts.slice(0, 1))
    const strokes = await typeInto(root, benchProject, texts)
    const bar = size <= 10_000 ? bars.foundAt10k : bars.foundAt100k
    console.log(`${size} records, ${strokes.length} keys`)
    console.log(`  key on the screen     ${tell(strokes.map(({ echoed }) => echoed))}`)
    console.log(`  results on the screen ${tell(strokes.map(({ found }) => found))} (bar: p95 ${bar} ms)`)
    console.log(`  text of the first too ${tell(strokes.map(({ settled }) => settled))}`)
    console.log(`  frames of a key       ${count(strokes.map(({ frames }) => frames))}`)
    console.log(`  characters of a key   ${count(strokes.map(({ written }) => written))}`)
    console.log(`  memory at most        ${(await findMemory(root, texts)).toFixed(0)} MB (bar: ${bars.memory} MB)`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node takes types away, but no JSX; and what is measured is to be bundled as the program is. */
async function bundleScreen(): Promise<typeof import('./tui/keystrokes.tsx')> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const bundle = await rolldown({
    ...{ cwd, input: { keystrokes: 'bench/tui/keystrokes.tsx' }, platform: 'node' },
    external: ['better-sqlite3', 'react-devtools-core'],
    transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' } },
  })
  await bundle.write({ dir: join(cwd, '.cache/bench-tui'), format: 'esm' })
  return import(join(cwd, '.cache/bench-tui/keystrokes.js'))
}

/** Words of records that are there, of all ranks. */
function queries(size: number): string[] {
  const lines = [...batchLines(Math.min(size, 400))]
  const titles = lines.map((line) => String((JSON.parse(line) as { title: string }).title))
  return titles.filter((_, index) => index % 80 === 0).map((title) => title.split(' ').slice(0, 2).join(' '))
}

function tell(times: readonly number[]): string {
  return `p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`
}

function count(numbers: readonly number[]): string {
  return `p50 ${at(numbers, 0.5)}, p95 ${at(numbers, 0.95)}`
}

function at(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** Of the program as people start it, on a terminal of its own (Linux: util-linux and /proc). */
async function findMemory(root: string, texts: readonly string[]): Promise<number> {
  const command = `${process.execPath} ${program} tui --project ${benchProject}`
  const env = { ...process.env, MEMO_VAULT: root, TERM: 'xterm-256color', CI: '', NODE_ENV: '' }
  const child = spawn('script', ['-qfec', `stty cols 120 rows 40; exec ${command}`, '/dev/null'], {
    ...{ env, stdio: ['pipe', 'ignore', 'ignore'] },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await pause(3000)
  for (const key of texts.flatMap((text) => [...text, '\x15'])) {
    child.stdin.write(key)
    await pause(120)
  }
  const peak = Math.max(...descendants(child.pid ?? 0).map(peakOf))
  child.stdin.write('\x03')
  await ended
  return peak
}

function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1])
}

/** Megabytes. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
