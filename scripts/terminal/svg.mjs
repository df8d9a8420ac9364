/** The screen of a terminal as an SVG: a picture that is text, small, and sharp at any size. */
import stringWidth from 'string-width'
import { toStyledRuns } from './styled-runs.mjs'

const cell = { width: 8.4, height: 18 }
const margin = 14
const ground = '#1e1e2e'
const ink = '#cdd6f4'

/** @param {string[]} lines as `tmux capture-pane -e -p` prints them @param {number} columns of the terminal */
export function renderScreen(lines, columns, title) {
  const [width, height] = [columns * cell.width + 2 * margin, lines.length * cell.height + 2 * margin]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img">
<title>${title}</title>
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${ink}">
${lines.flatMap(renderLine).join('\n')}
</g>
</svg>
`
}

function renderLine(line, row) {
  const y = margin + row * cell.height
  let column = 0
  return toStyledRuns(line).flatMap(({ text, style }) => {
    const place = { x: margin + column * cell.width, y, width: stringWidth(text) * cell.width }
    column += stringWidth(text)
    return renderRun(text, style, place)
  })
}

/** `textLength` keeps the columns where the terminal had them, whatever font there is. */
function renderRun(text, style, { x, y, width }) {
  const [front, back] = style.inverse ? [style.back ?? ground, style.front ?? ink] : [style.front, style.back]
  const box = back && `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${cell.height}" fill="${back}"/>`
  if (text.trim() === '') return box ? [box] : []
  const attributes = [
    `x="${round(x)}" y="${y + 13}" textLength="${round(width)}"`,
    front && `fill="${front}"`,
    style.bold && 'font-weight="bold"',
    style.italic && 'font-style="italic"',
    style.dim && 'opacity="0.6"',
    style.underline && 'text-decoration="underline"',
  ]
  return [...(box ? [box] : []), `<text ${attributes.filter(Boolean).join(' ')}>${toXml(text)}</text>`]
}

function round(length) {
  return Math.round(length * 10) / 10
}

/** Blanks that no reader of SVG takes together. */
function toXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00a0')
}
