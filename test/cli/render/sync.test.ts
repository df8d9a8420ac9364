import { expect, test } from 'vitest'
import { renderSync } from '../../../src/cli/render/sync.ts'
import { emptyReport } from '../../../src/vault/sync/report.ts'

const place = { remote: 'origin', branch: 'main', commit: 'a'.repeat(40), pushed: 0 }

test('nothing to say takes one line', () => {
  expect(renderSync({ ...emptyReport, ...place, state: 'nothing' })).toBe('Nothing to exchange with origin/main.')
})

test('what came, what both changed and what was not taken, with nothing that a terminal would obey', () => {
  const edit = { event: '01', writer: 'laptop', at: '2031-05-01T09:00:00.000Z' }
  const text = renderSync({
    ...emptyReport,
    ...place,
    state: 'synced',
    pushed: 1,
    fetched: 2,
    events: { taken: 3, adopted: 1 },
    records: 2,
    conflicts: ['title', 'forgotten'].map((field) => ({
      ...{ projectId: 'acme', id: 'one', field, kept: edit, earlier: { ...edit, writer: 'desk' } },
    })),
    foreign: [{ commit: 'b'.repeat(40), author: 'Ada', at: edit.at, subject: '\u001b[2Jsubject' }],
    settings: ['ttl.scratchDays'],
    skipped: [{ path: 'projects/x\u001b', reason: 'it is a link, not a file' }],
    forks: [{ writer: 'laptop', home: 'fork-1', events: 1, isOwn: true }],
  })
  expect(text.split('\n')).toEqual([
    'Exchanged with origin/main: took 2 commits, 3 events, 2 records, 1 edit without memo adopted; pushed 1 commit.',
    `Both changed title of acme/one: laptop (${edit.at}) stands, desk (${edit.at}) is in the log.`,
    `Only one side forgot acme/one: laptop (${edit.at}) stands, desk (${edit.at}) is in the log.`,
    'Without memo: bbbbbbbbbb by Ada: \\x1b[2Jsubject',
    'Settings changed: ttl.scratchDays',
    'Two clones wrote as laptop: 1 event of one of them is in the log of fork-1 now; this clone writes under a new id from now on.',
    'Not taken: projects/x\\x1b: it is a link, not a file',
  ])
})

test('a dry run says what it would do', () => {
  const edit = { event: '01', writer: 'laptop', at: '2031-05-01T09:00:00.000Z' }
  const conflict = {
    projectId: 'acme',
    id: 'one',
    field: 'forgotten',
    kept: edit,
    earlier: { ...edit, writer: 'desk' },
  }
  const result = { ...emptyReport, ...place, fetched: 1, records: 1, conflicts: [conflict], pushed: 1 }
  expect(renderSync({ ...result, state: 'dry-run' }).split('\n')).toEqual([
    'Would exchange with origin/main: take 1 commit, 0 events, 1 record; push 1 commit.',
    `Only one side forgot acme/one: laptop (${edit.at}) stands, desk (${edit.at}) is in the log.`,
  ])
})
