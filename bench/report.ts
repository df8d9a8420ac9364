/**
 * The bars as a page: puts the table of bench/results/bars.json into docs/performance.md, between its two marks, and the
 * curves of bench/results/scaling.json into docs/images/scaling.svg. `node bench/report.ts`, or at the end of a run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { drawCurves } from './curves.ts'
import { type Comparison, describeTiming } from './measure.ts'
import type { Row } from './scaling/tools.ts'
import { writePage } from './write-page.ts'

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)

interface Bars {
  machine: { node: string; cpu: string; cores: number; memoryGb: number }
  large: number
  rounds: number
  date: string
  results: readonly Comparison[]
}

const [start, end] = ['<!-- bars: made by bench/report.ts -->\n', '<!-- end of bars -->']

export function writeReport(): void {
  const bars = JSON.parse(readFileSync(at('bench/results/bars.json'), 'utf8')) as Bars
  const { tables } = JSON.parse(readFileSync(at('bench/results/scaling.json'), 'utf8')) as { tables: Tables }
  const page = readFileSync(at('docs/performance.md'), 'utf8')
  const [before, after] = [page.indexOf(start) + start.length, page.indexOf(end)]
  if (before < start.length || after < before) throw new Error('docs/performance.md has lost its marks')
  writePage('docs/performance.md', `${page.slice(0, before)}\n${toTable(bars)}\n${page.slice(after)}`)
  writeFileSync(at('docs/images/scaling.svg'), drawCurves(tables))
}

interface Tables {
  [title: string]: Row[]
}

function toTable({ machine, rounds, date, results }: Bars): string {
  const { node, cpu, cores, memoryGb } = machine
  const head = `On ${date}, ${cores} cores of ${cpu} with ${memoryGb} GB, shared with others, Node ${node}, ${rounds} rounds:`
  const rows = results.map(({ what, bar, ratio, subject, floor }) => [
    ...[what, ratio.toFixed(2), bar, describeTiming(subject), describeTiming(floor)],
  ])
  return `${head}\n\n${toMarkdown([['what', 'ratio', 'bar', 'memo', 'beside'], ...rows])}`
}

function toMarkdown([head = [], ...rows]: readonly string[][]): string {
  const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  return `${toLine(head)}${toLine(head.map(() => '---'))}${rows.map(toLine).join('')}`
}

if (import.meta.main) writeReport()
