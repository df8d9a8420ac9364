/** Attention of the tokens of one text to each other (Vaswani et al. 2017), a head after the other. */
import { shareRows } from './rows.ts'
import { columnStep, toStripPlace } from './strips.ts'
import type { Workspace } from './workspace.ts'

const heads = 4

/** The rows of one text among those of a pass. */
export interface Span {
  start: number
  length: number
}

/**
 * Reads question, key and value of each token, side by side in `wide`, and writes what the token takes from the others
 * to `mixed`: `inner` numbers, the heads side by side.
 */
export function attend(workspace: Workspace, span: Span, inner: number): void {
  for (let head = 0; head < heads; head++) attendByHead(workspace, { ...span, inner, head })
}

interface HeadSpan extends Span {
  inner: number
  head: number
}

function attendByHead(workspace: Workspace, span: HeadSpan): void {
  const { numbers, multiply, zeros } = workspace
  const { questions, keys, scores, values, taken } = workspace.head
  const { length: rows } = span
  const depth = span.inner / heads
  const columns = Math.ceil(rows / columnStep) * columnStep
  layOut(workspace, span, columns)
  multiply({ left: questions, right: keys, bias: zeros, product: scores, rows, inner: depth, columns })
  shareRows({ numbers, at: scores / 4, count: rows, width: columns }, rows)
  multiply({ left: scores, right: values, bias: zeros, product: taken, rows, inner: columns, columns: depth })
  for (let row = 0; row < rows; row++) {
    const target = workspace.mixed / 4 + (span.start + row) * span.inner + span.head * depth
    numbers.copyWithin(target, taken / 4 + row * depth, taken / 4 + (row + 1) * depth)
  }
}

/** Questions row by row; keys turned on their side and values in strips, with zeros up to the next step of columns. */
function layOut({ numbers, head, wide }: Workspace, span: HeadSpan, columns: number): void {
  const [questions, keys, values] = [head.questions / 4, head.keys / 4, head.values / 4]
  const depth = span.inner / heads
  const scale = 1 / Math.sqrt(depth)
  numbers.fill(0, values, values + columns * depth)
  for (let row = 0; row < span.length; row++) {
    const from = wide / 4 + (span.start + row) * 3 * span.inner + span.head * depth
    for (let i = 0; i < depth; i++) {
      numbers[questions + row * depth + i] = (numbers[from + i] ?? 0) * scale
      numbers[keys + toStripPlace(i, row, depth)] = numbers[from + span.inner + i] ?? 0
      numbers[values + toStripPlace(row, i, columns)] = numbers[from + 2 * span.inner + i] ?? 0
    }
  }
}
