import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderExplain } from '../../../src/cli/render/explain.ts'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { toExplainPanelLines } from '../../../src/tui/panels/explain-lines.ts'
import type { KeyHint } from '../../../src/tui/panels/help-lines.ts'
import { toHelpLines } from '../../../src/tui/panels/help-lines.ts'
import { toLinkLines } from '../../../src/tui/panels/link-lines.ts'
import { toTimelineLines } from '../../../src/tui/panels/timeline-lines.ts'
import { lineText } from '../../../src/tui/text/line.ts'
import { LineWindow } from '../../../src/tui/text/line-window.tsx'
import { toMarkdownLines } from '../../../src/tui/text/markdown-lines.ts'
import type { SelectableLines } from '../../../src/tui/text/selectable-lines.ts'
import { SelectableWindow } from '../../../src/tui/text/selectable-window.tsx'
import { relatedRecords } from '../../../src/vault/reading/related.ts'
import { getTimeline } from '../../../src/vault/reading/timeline.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { frameOf } from '../../support/frame.tsx'
import { cleanText } from '../../support/glyphs.ts'
import { find } from '../../support/search-vault.ts'
import { makeSharedTempDir } from '../../support/temp-dir.ts'
import { makeVault, project, put, testPorts } from '../../support/vault.ts'

const widths = [20, 40, 80, 120]

const folder = makeSharedTempDir()
let vault: Vault

/** A record in the middle of two links out, one of them to nothing, and one in; titles in several scripts. */
beforeAll(async () => {
  const made = await makeVault(testPorts(), folder)
  vault = made.vault
  const record = async (id: string, fields: object): Promise<void> => {
    made.ports.advance(60_000)
    await put(vault, { id, ...fields })
  }
  await record('pool', { kind: 'trap', severity: 'high', title: '🚀 launch ✅ 각주 pool', body: 'The pool is small.' })
  await record('plan', { kind: 'plan', title: '部署方案说明', body: 'Deploy in two steps. See [[pool]] and [[gone]].' })
  await record('note', { title: 'e\u0301tude \x1b[31mred', body: 'As in [[plan]], said \u202eagain.' })
})

/** On screens of every width: all lines of a frame are as wide, and nothing in them is obeyed. */
function framesOf(shown: SelectableLines, height: number): string[][] {
  return widths.map((width) => {
    const frame = frameOf(<SelectableWindow shown={shown} width={width} height={height} />, width)
    expect(frame.join('\n')).not.toMatch(/\u202e|\x1b\[31m/)
    return frame
  })
}

function related(name: string) {
  return relatedRecords(vault, { name, project, cwd: vault.paths.root, limit: 10 })
}

function timelineOf(name: string) {
  return getTimeline(vault, {
    ...{ name, query: undefined, before: 5, after: 5, kinds: undefined, statuses: undefined },
    ...{ ...noNarrowing, includeScratch: false, includeExpired: false, asOf: undefined },
    ...{ projects: [project], allProjects: false, cwd: vault.paths.root, scan: 'none' },
  })
}

describe('why a hit stands there', () => {
  test('the numbers are those of the command line', async () => {
    const { hits } = await find(vault, 'deploy steps', { explain: true })
    const [hit] = hits
    if (hit === undefined) throw new Error('nothing was found')
    const told = renderExplain(hit, (_, text) => text).map((line) => line.replace(/^ *[├└] /, ''))
    expect(told.length).toBeGreaterThan(2)
    const [, , ...lines] = toExplainPanelLines(hit, 1000).map(lineText)
    expect(lines).toEqual(told)
    for (const width of widths) {
      const frame = frameOf(
        <LineWindow lines={toExplainPanelLines(hit, width)} width={width} height={40} from={0} />,
        width,
      )
      expect(frame.join(' ').replace(/\s+/g, '')).toContain(told.join('').replace(/\s+/g, ''))
    }
    const scrolled = frameOf(<LineWindow lines={toExplainPanelLines(hit, 80)} width={80} height={3} from={2} />, 80)
    expect(scrolled[0]).toBe(told[0])
  })

  test('a search that explained nothing is told apart from one that found no reason', () => {
    expect(toExplainPanelLines({ title: 'x' }, 80).map(lineText)).toEqual([
      'Why it stands there: x',
      '',
      'The search did not tell.',
    ])
  })
})

describe('links', () => {
  test('both directions, what is not there, and the selected one', async () => {
    const result = await related('plan')
    const { lines, at } = toLinkLines(result, 2)
    expect(lines.map(lineText)).toEqual([
      'Links of plan 部署方案说明',
      '',
      'Links to (2)',
      '  trap     🚀 launch ✅ 각주 pool  pool  (mentions)',
      '           gone  (mentions)  [not there]',
      '',
      'Linked from (1)',
      '› note     e\u0301tude \x1b[31mred  note  (mentions)',
      '1 record that it names is not there.',
    ])
    expect(at).toBe(7)
  })

  test('the selected one is on the screen however low that is, and is the one of the line that is told', async () => {
    const result = await related('plan')
    for (const selected of [0, 1, 2]) {
      const shown = toLinkLines(result, selected)
      expect(lineText(shown.lines[shown.at] ?? [])).toMatch(/^› /)
      const frame = frameOf(<SelectableWindow shown={shown} width={40} height={2} />, 40)
      expect(frame.filter((line) => line.startsWith('› '))).toHaveLength(1)
    }
    const short = { ...result, out: result.out.slice(0, 1) }
    const { lines, at } = toLinkLines(short, 1)
    expect(lineText(lines[at] ?? [])).toMatch(/^› note/)
    expect(lineText(lines[4] ?? [])).toBe('  1 more')
  })

  test('B146 every line of its frame has the same width, and nothing is obeyed', async () => {
    framesOf(toLinkLines(await related('plan'), 0), 12)
  })

  test('a record without links says so', async () => {
    const result = await related('plan')
    const alone = { ...result, out: [], in: [], total: { out: 0, in: 0 }, dangling: 0 }
    const { lines, at } = toLinkLines(alone, 0)
    expect(lines.slice(1).map(lineText)).toEqual(['No record links to it, and it links to none.'])
    expect(at).toBe(0)
  })
})

describe('timeline', () => {
  test('what happened before and after, the record itself marked', async () => {
    const result = await timelineOf('plan')
    const { lines, at } = toTimelineLines(result, 2)
    expect(lines.map(lineText)).toEqual([
      'What happened around it',
      '',
      '    2031-05-01 09:01  trap     🚀 launch ✅ 각주 pool',
      '      The pool is small.',
      '  • 2031-05-01 09:02  plan     部署方案说明',
      '      Deploy in two steps.',
      '›   2031-05-01 09:03  note     e\u0301tude \x1b[31mred',
      '      As in [[plan]], said \u202eagain.',
    ])
    expect(at).toBe(6)
  })

  test('B146 every line of its frame has the same width, and nothing is obeyed', async () => {
    for (const frame of framesOf(toTimelineLines(await timelineOf('plan'), 2), 4)) {
      expect(frame.some((line) => line.startsWith('›'))).toBe(true)
    }
  })
})

describe('help', () => {
  const hints: KeyHint[] = [
    { keys: 'Enter', does: 'read the selected record (counts a use)', when: ['query', 'list'] },
    { keys: 'PgUp PgDn', does: 'move by a screen', when: ['list'] },
  ]

  test('each key with what it does and where', () => {
    expect(frameOf(<LineWindow lines={toHelpLines(hints, 80)} width={80} height={4} from={0} />, 80)).toEqual([
      'Keys',
      '',
      'Enter      read the selected record (counts a use) (query, list)',
      'PgUp PgDn  move by a screen (list)',
    ])
    expect(frameOf(<LineWindow lines={toHelpLines(hints, 30)} width={30} height={5} from={2} />, 30)).toEqual([
      'Enter      read the selected',
      '           record (counts a',
      '           use) (query, list)',
      'PgUp PgDn  move by a screen',
      '           (list)',
    ])
    for (const width of widths)
      frameOf(<LineWindow lines={toHelpLines(hints, width)} width={width} height={8} from={0} />, width)
  })
})

test('B146 any text is drawn in lines of the same width', () => {
  fc.assert(
    fc.property(cleanText, fc.constantFrom(...widths), (text, width) => {
      const lines = toMarkdownLines(text, { width, words: ['部'], limit: 10 })
      frameOf(<LineWindow lines={[[{ text }], ...lines]} width={width} height={6} from={0} />, width)
    }),
    { numRuns: 60 },
  )
})
