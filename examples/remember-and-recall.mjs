/**
 * Remember and recall: what was learned once is found by whoever asks for it in other words, also in another process.
 *
 *     node remember-and-recall.mjs [FOLDER]
 */
import { openVault } from 'memo-vault'

const root = process.argv[2] ?? 'example-vault'
const vault = await openVault({ root, create: true, project: 'shop' })

try {
  const { id, changed } = await vault.upsert({
    kind: 'trap',
    title: 'Retries without jitter stampede',
    body: 'All workers wait the same time and overload the API again. Add a random part to each delay.',
    severity: 'high',
    pathPatterns: ['src/queue/**'],
  })
  console.log(changed ? `remembered ${id}` : `${id} was known already`)

  // A search counts nothing; reading what it found is a use, and used records rank higher.
  const { hits } = await vault.search('why do the workers retry at the same moment')
  for (const { kind, title, snippet } of hits) console.log(`found ${kind}: ${title}\n  ${snippet}`)

  const { records } = await vault.get(hits.map((hit) => hit.id))
  for (const { id: used, hits: uses } of records) console.log(`${used} was used ${uses} time(s)`)
} finally {
  await vault.close()
}
