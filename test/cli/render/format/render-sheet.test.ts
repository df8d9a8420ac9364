import { expect, test } from 'vitest'
import type { Format } from '../../../../src/cli/format-flag.ts'
import { renderSheet } from '../../../../src/cli/render/format/render-sheet.ts'
import type { Sheet } from '../../../../src/cli/render/format/sheet.ts'

const rows = [
  {
    id: 'one',
    projectId: 'acme',
    kind: 'trap',
    title: '漢字漢字漢字漢字漢字',
    filepath: 'projects/acme/traps/one.md',
    hits: 3,
  },
  {
    id: 'two',
    projectId: 'acme',
    kind: 'decision',
    title: '=a [b](c) \x1b[2J',
    filepath: 'projects/acme/x y.md',
    hits: 0,
  },
]
const sheet: Sheet = { rows, columns: ['id', 'title', 'hits'], facts: ['hits'], notes: [] }
const render = (format: Format, width?: number) => renderSheet(sheet, { format, root: '/v a', width })

test('a table is aligned by cells, and its titles give way to the width of the terminal', () => {
  expect(render('table')).toBe(`kind      name      title                 hits
trap      acme/one  漢字漢字漢字漢字漢字  3
decision  acme/two  =a [b](c) \\x1b[2J     0
`)
  expect(render('table', 40)).toBe(`kind      name      title           hits
trap      acme/one  漢字漢字漢字…   3
decision  acme/two  =a [b](c) \\x1…  0
`)
  for (const line of render('table', 20).split('\n')) expect(line.length).toBeLessThanOrEqual(20)
})

test('each format has a line for each row', () => {
  expect(render('ids')).toBe('acme/one\nacme/two\n')
  expect(render('paths')).toBe('/v a/projects/acme/traps/one.md\n/v a/projects/acme/x y.md\n')
  expect(render('csv')).toBe("id,title,hits\r\none,漢字漢字漢字漢字漢字,3\r\ntwo,'=a [b](c) \\x1b[2J,0\r\n")
  expect(render('md').split('\n')[1]).toBe(
    '- [=a \\[b\\](c) \\\\x1b\\[2J](file:///v%20a/projects/acme/x%20y.md) decision `acme/two`',
  )
  expect(
    render('jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows)
})

test('no rows are nothing, but for the header of comma-separated values', () => {
  const empty = { ...sheet, rows: [] }
  for (const format of ['table', 'ids', 'paths', 'md', 'jsonl'] as const) {
    expect(renderSheet(empty, { format, root: '/', width: undefined })).toBe('')
  }
  expect(renderSheet(empty, { format: 'csv', root: '/', width: undefined })).toBe('id,title,hits\r\n')
})
