/** Gives the documents of a file to a running worker of claude-mem, a hundred at a time, as observations of one session. */
import { readFileSync } from 'node:fs'
import type { NamedDocument } from './document-folder.ts'

const [list = '', project = ''] = process.argv.slice(2)
const documents = JSON.parse(readFileSync(list, 'utf8')) as NamedDocument[]
/** Seconds apart, so that the order in which they came is one of time as well. */
const start = Date.UTC(2026, 0, 1)
const session = {
  ...{ content_session_id: 'bench', memory_session_id: 'bench', project, platform_source: 'claude' },
  ...{ user_prompt: 'bench', status: 'completed', completed_at: null, completed_at_epoch: null },
  ...{ started_at: new Date(start).toISOString(), started_at_epoch: start },
}

for (let from = 0; from < documents.length; from += 100) {
  const observations = documents.slice(from, from + 100).map((document, index) => toObservation(document, from + index))
  const answer = await fetch(`http://127.0.0.1:${process.env.CLAUDE_MEM_WORKER_PORT}/api/import`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ sessions: [session], observations }),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}: ${await answer.text()}`)
}

function toObservation({ name, title, text }: NamedDocument, index: number) {
  const time = start + index * 1000
  return {
    ...{ memory_session_id: 'bench', project, type: 'discovery', title: title || name, subtitle: null },
    ...{ text, narrative: text, facts: '[]', concepts: '[]', files_read: JSON.stringify([name]), files_modified: '[]' },
    ...{ prompt_number: 1, discovery_tokens: 0 },
    ...{ created_at: new Date(time).toISOString(), created_at_epoch: time },
  }
}
