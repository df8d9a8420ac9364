/**
 * `npm run torture:mcp`: the memory of `memo mcp` with 10,000 records, over 10,000 calls. Ends with 1 when it takes more
 * than 120 MB at the end, or goes on growing once it is warm. The suite has a short version (test/torture/mcp.test.ts).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openServed } from '../support/mcp.ts'
import { callMany, fill } from '../support/mcp-load.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'

const { values } = parseArgs({
  options: { records: { type: 'string', default: '10000' }, calls: { type: 'string', default: '10000' } },
})
const [records, calls] = [Number(values.records), Number(values.calls)]
const most = 120
const steps = 10
const folder = mkdtempSync(join(tmpdir(), 'memo-mcp-'))

try {
  const vault = await makeMcpVault(folder)
  await fill(vault, records)
  const { client, pid } = await openServed(vault)
  const sizes: number[] = []
  for (let step = 0; step < steps; step++) {
    await callMany(client, calls / steps, (step * calls) / steps)
    // What a pause gives back is given back.
    await pause(1000)
    sizes.push(readMegabytes(pid))
    process.stdout.write(`${((step + 1) * calls) / steps} calls: ${sizes.at(-1)?.toFixed(0)} MB\n`)
  }
  await client.close()
  const [warm = 0, end = 0] = [Math.max(...sizes.slice(0, steps / 2)), sizes.at(-1)]
  if (end > most || end > warm * 1.1) {
    process.stdout.write(`too much: ${end.toFixed(0)} MB at the end, ${warm.toFixed(0)} MB at most in the first half\n`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function readMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
