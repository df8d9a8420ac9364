/** Curves of how cost grows, as an SVG with both axes logarithmic: a straight line at 45 degrees is "in proportion". */
import type { Row } from './scaling/tools.ts'

interface Panel {
  title: string
  rows: readonly Row[]
  x: string
  /** Columns of the table; those in seconds are drawn in milliseconds. */
  lines: readonly string[]
}

const [width, height] = [420, 300]
const margin = { left: 56, right: 110, top: 34, bottom: 40 }
const colors: { [line: string]: string } = {
  'search ms': '#1f6feb',
  'write ms': '#bf3989',
  'open ms': '#1a7f37',
  'rebuild s': '#9a6700',
}

/** @param tables as bench/results/scaling.json has them */
export function drawCurves(tables: { [title: string]: readonly Row[] }): string {
  const panels: Panel[] = [
    {
      title: 'Records in the vault',
      rows: tables.Records ?? [],
      x: 'records',
      lines: ['search ms', 'write ms', 'open ms', 'rebuild s'],
    },
    { title: 'Events in the log', rows: tables.Events ?? [], x: 'events', lines: ['write ms', 'open ms', 'rebuild s'] },
  ]
  const drawn = panels.map((panel, at) => `<g transform="translate(${at * width} 0)">${drawPanel(panel)}</g>`)
  const style = 'text{font:12px sans-serif;fill:#57606a}.t{font-weight:bold;fill:#24292f}.g{stroke:#d0d7de}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * panels.length} ${height}" role="img">
<title>Milliseconds by records and by events</title><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`
}

function drawPanel({ title, rows, x, lines }: Panel): string {
  const curves = lines.map((name) => ({ name, points: rows.map((row) => [Number(row[x]), toMs(row, name)] as const) }))
  const toX = scale(
    curves.flatMap(({ points }) => points.map(([value]) => value)),
    [margin.left, width - margin.right],
  )
  const toY = scale(
    curves.flatMap(({ points }) => points.map(([, value]) => value)),
    [height - margin.bottom, margin.top],
  )
  const grid = [
    ...toX.tens.map((value) =>
      drawTick(toX(value), height - margin.bottom, toX(value), margin.top, toShort(value), 'x'),
    ),
    ...toY.tens.map((value) =>
      drawTick(margin.left, toY(value), width - margin.right, toY(value), `${toShort(value)} ms`, 'y'),
    ),
  ]
  const drawn = curves.map(({ name, points }) => {
    const path = points.map(([px, py], step) => `${step === 0 ? 'M' : 'L'}${toX(px).toFixed(1)} ${toY(py).toFixed(1)}`)
    const [endX, endY] = points.at(-1) ?? [1, 1]
    const label = `<text x="${toX(endX) + 6}" y="${toY(endY) + 4}" style="fill:${colors[name]}">${name.replace(/ m?s$/, '')}</text>`
    return `<path d="${path.join('')}" fill="none" stroke="${colors[name]}" stroke-width="2"/>${label}`
  })
  return `<text class="t" x="${margin.left}" y="18">${title}</text>${grid.join('')}${drawn.join('')}`
}

function toMs(row: Row, name: string): number {
  return Number(row[name]) * (name.endsWith(' s') ? 1000 : 1)
}

/** Maps values to a range by their logarithm, from the power of ten below the least to the one above the greatest. */
function scale(values: readonly number[], [from, to]: readonly [number, number]) {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9)
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9))
  const place = (value: number): number => from + ((Math.log10(value) - low) / (high - low)) * (to - from)
  return Object.assign(place, { tens: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)) })
}

function drawTick(x1: number, y1: number, x2: number, y2: number, text: string, axis: 'x' | 'y'): string {
  const place =
    axis === 'x' ? `x="${x1}" y="${y1 + 18}" text-anchor="middle"` : `x="${x1 - 6}" y="${y1 + 4}" text-anchor="end"`
  return `<line class="g" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/><text ${place}>${text}</text>`
}

function toShort(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1000 ? `${value / 1000}k` : String(value)
}
