/**
 * Follow the log: each event as it comes, whichever process wrote it, until Ctrl-C. What was missed in between is told
 * first when the place is given that was printed at the end.
 *
 *     node follow-the-log.mjs [FOLDER] [PLACE]
 */
import { openVault } from 'memo-vault'

const [root = 'example-vault', after] = process.argv.slice(2)
const ended = new AbortController()
process.once('SIGINT', () => ended.abort())

const vault = await openVault({ root, create: true })
let reached = after

try {
  const events = vault.follow({ after, signal: ended.signal })
  console.log(`following ${vault.root}`)
  for await (const { event, place } of events) {
    const { type, actor, projectId, recordId, title } = event
    console.log([type, `by ${actor}`, recordId && `${projectId}/${recordId}`, title].filter(Boolean).join('  '))
    reached = place
  }
} finally {
  await vault.close()
}
console.log(reached ? `go on with ${reached}` : 'nothing happened')
