/** A commit of a thousand events against `git add` and `git commit` of the same files. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { commitPending } from '../src/vault/committing/commit.ts'
import { upsertBatch } from '../src/vault/writing/upsert-batch.ts'
import { batchLines, benchProject, inVault, makeBenchVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

const events = 1000

/** A commit writes as much as a large one of a day; more rounds say no more. */
const rounds = 8

export async function compareCommit(folder: string): Promise<Comparison> {
  const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')]
  for (const root of [ours, theirs]) {
    await makeBenchVault(root, 10)
    git(root, ['config', 'user.name', 'bench'])
    git(root, ['config', 'user.email', 'bench@example.org'])
  }
  const cases = [
    { name: 'memo', before: () => writeMore(ours), run: () => inVault(ours, (vault) => commitPending(vault)) },
    { name: 'git add + git commit', before: () => writeMore(theirs), run: () => addAndCommit(theirs) },
  ]
  return compare(`a commit of ${events} events against git add + git commit`, '3', await takeTurns(cases, rounds, 1))
}

function addAndCommit(root: string): void {
  git(root, ['add', '--all', '--', 'events', 'projects', 'config.json', '.gitignore', '.gitattributes'])
  git(root, ['commit', '--quiet', '-m', 'bench'])
}

let round = 0

async function writeMore(root: string): Promise<void> {
  const name = `round ${round++}`
  async function* lines(): AsyncGenerator<string> {
    for (const line of batchLines(events)) {
      const record = JSON.parse(line) as { title: string }
      yield JSON.stringify({ ...record, kind: 'note', title: `${record.title} ${name}` })
    }
  }
  await inVault(root, (vault) => upsertBatch(vault, lines(), { project: benchProject, cwd: root }))
}

function git(root: string, args: string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'pipe' })
}
