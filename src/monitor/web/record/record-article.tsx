/** A record: what it says, what is around it, how often it was used, why it was found, what happened to it. */
import type { SearchResult } from '../../../vault/reading/search.ts'
import { Facts } from '../facts.tsx'
import { ExplainTable } from './explain-table.tsx'
import { HistoryList } from './history-list.tsx'
import { LinkLists } from './link-lists.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { RecordFields } from './record-fields.tsx'
import type { RecordView } from './record-view.ts'

interface RecordArticleProps {
  view: RecordView
  hit: SearchResult['hits'][number] | undefined
}

export function RecordArticle({ view, hit }: RecordArticleProps) {
  const { record, links, history, older } = view
  const { projectId, kind, id, title = id, body } = record
  const { status = 'active', updated = '', occurrences = 0, hits, severity } = record
  const facts = { kind, projectId, status, updated, hits, occurrences, ...(severity && { severity }) }
  return (
    <article>
      <h2 class="record-title">{title}</h2>
      <Facts record={{ ...facts, expired: record.expired === true }} />
      {view.stale && <p class="soft small">This may not be the newest state of the vault.</p>}
      <MarkdownText text={body} projectId={projectId} />
      <RecordFields record={record} />
      <LinkLists links={links} />
      {hit?.why !== undefined && <ExplainTable why={hit.why} boosts={hit.explain} />}
      <HistoryList entries={history} older={older} />
    </article>
  )
}
