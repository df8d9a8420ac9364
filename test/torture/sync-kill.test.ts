/** A sync that is killed at any step: the next one goes on by itself, nothing acknowledged is missing or there twice. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refresh } from '../../src/vault/refresh.ts'
import { packageRoot, runCli } from '../support/cli.ts'
import { type Clone, filesOf, git, makeTwoClones, syncUntilQuiet } from '../support/clones.ts'
import { allEvents, dumpIndex, saidByFiles, saidByLog } from '../support/inspect.ts'
import { hit, put } from '../support/vault.ts'

/** How many kills; the suite makes a few, `npm run torture:sync` many. */
const kills = Number(process.env.MEMO_TORTURE_KILLS ?? 3)

const preload = join(packageRoot, 'test/support/kill-at.cjs')

async function syncKilledAt(root: string, at: number): Promise<void> {
  const env = { NODE_OPTIONS: `--require ${preload}`, MEMO_KILL_AT: String(at) }
  await runCli(['sync'], { vault: root, env })
}

/** Work on both sides and on a web page, of which `b` knows only its own. */
async function work(a: Clone, b: Clone, plain: string, n: number): Promise<void> {
  for (const { ports } of [a, b]) ports.advance(60_000)
  await put(a.vault, { id: 'shared', kind: 'decision', title: `By A ${n}` })
  await put(a.vault, { id: `new-${n}`, title: `New ${n}`, body: 'text' })
  await syncUntilQuiet([a])
  const path = join(plain, 'projects/acme/decisions/shared.md')
  git(plain, 'pull', '-q')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\nfrom the web .*\n|$/, `\nfrom the web ${n}\n`))
  git(plain, 'commit', '-q', '-a', '-m', `edit ${n}`)
  git(plain, 'push', '-q')
  await put(b.vault, { id: 'shared', kind: 'decision', tags: [`b${n}`] })
  await hit(b.vault, 'shared')
}

test('killed at random steps', { timeout: 60_000 + kills * 30_000 }, async () => {
  const { a, b, all, folder, remote, close } = await makeTwoClones()
  await put(a.vault, { id: 'shared', kind: 'decision', title: 'Shared', body: 'text' })
  await syncUntilQuiet(all)
  const plain = join(folder, 'plain')
  git(folder, 'clone', '-q', remote, plain)
  const steps = join(folder, 'steps')
  await work(a, b, plain, 0)
  await runCli(['sync'], { vault: b.root, env: { NODE_OPTIONS: `--require ${preload}`, MEMO_STEPS_FILE: steps } })
  const last = Number(readFileSync(steps, 'utf8'))
  expect(last).toBeGreaterThan(50)
  for (let n = 1; n <= kills; n++) {
    await work(a, b, plain, n)
    const at = 1 + Math.floor((last * (n - Math.random())) / kills)
    await syncKilledAt(b.root, at)
    await refresh(b.vault, 'full')
    // First the one that may have adopted the edit already: the other would do so too.
    await syncUntilQuiet([b, a])
    const where = `killed at ${at} of ${last}`
    expect(saidByLog(b.vault)['acme/shared'], where).toMatchObject({
      title: `By A ${n}`,
      tags: [`b${n}`],
      hits: n + 1,
      body: expect.stringContaining(`from the web ${n}`),
    })
    expect(
      allEvents(b.vault).filter(({ actor }) => actor === 'sync' || actor === 'adopt'),
      where,
    ).toHaveLength(n + 1)
    expect(saidByFiles(b.root), where).toEqual(saidByLog(b.vault))
    expect(dumpIndex(b.vault), where).toEqual(dumpIndex(a.vault))
    expect(filesOf(b.root), where).toEqual(filesOf(a.root))
    expect(git(b.root, 'status', '--porcelain'), where).toBe('')
  }
  close()
})
