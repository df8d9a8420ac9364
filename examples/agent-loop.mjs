/**
 * The loop of an agent: a brief when the session begins, a question before each step, the record that helped read and
 * acknowledged. Where the memory has no answer it says why, and that decides what to do next.
 *
 *     node agent-loop.mjs [FOLDER]
 */
import { openVault } from 'memo-vault'

const root = process.argv[2] ?? 'example-vault'
const vault = await openVault({ root, create: true, project: 'shop', session: 'monday' })

try {
  await vault.upsert({ kind: 'decision', id: 'use-sqlite', title: 'Use SQLite', body: 'One file, no server.' })
  await vault.upsert({ kind: 'decision', id: 'use-redis', title: 'Use Redis', body: 'For the queue of the workers.' })
  await vault.upsert({ kind: 'decision', title: 'Use the queue of Postgres', body: '…', supersedes: 'use-redis' })

  const brief = await vault.bootstrap({ query: 'where data is kept', maxBytes: 2000 })
  console.log(`brief: ${brief.bytes} bytes, ${brief.sections.flatMap(({ records }) => records).length} records`)

  for (const question of ['SQLite', 'Redis', 'Kerberos']) {
    const { hits, abstained } = await vault.search(question)
    if (abstained) console.log(`${question}: ${whatNow(abstained)}`)
    else await use(question, hits[0])
  }
} finally {
  await vault.close()
}

/** An agent would act on what it reads; then it says how that went, which moves the record up or down. */
async function use(question, hit) {
  const { records } = await vault.get(hit.id)
  const { outcome } = await vault.reinforce(hit.id, 1, { comment: 'saved a detour' })
  for (const { body } of records) console.log(`${question}: ${body} (outcome ${outcome})`)
}

/**
 * The reasons are a closed set; those that are not told here mean that the search was too narrow.
 * @param {import('memo-vault').Abstention} abstained
 */
function whatNow({ reason, hint, pointers }) {
  if (reason === 'never_known') return 'nobody knows; find it out and write it down'
  if (reason === 'superseded') return `ask for ${pointers?.map(({ supersededBy }) => supersededBy).join(', ')} instead`
  return `${reason}: ${hint}`
}
