/** Draws a layout. Colours come from the style of the page, so that light and dark are decided there. */

import { drawLabels, type Look } from './labels.ts'
import type { Layout, Line, Place } from './layout.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

export function draw(context: CanvasRenderingContext2D, layout: Layout, view: View, palette: Palette): void {
  const { transform, width, height, ratio } = view
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  context.translate(transform.x, transform.y)
  context.scale(transform.k, transform.k)
  const near = findNear(layout.lines, view.chosen || view.pointedAt)
  drawLines(context, layout.lines, view, palette)
  for (const place of layout.places) drawPlace(context, place, { view, palette, near })
  drawLabels(context, layout.places, { view, palette, near })
}

/** The ends of the lines are records once the simulation has seen them. */
function endsOf({ source, target }: Line): [Place, Place] {
  return [source as Place, target as Place]
}

function findNear(lines: readonly Line[], name: string): Set<string> {
  if (name === '') return new Set()
  const ends = lines.map(endsOf).filter(([a, b]) => a.name === name || b.name === name)
  return new Set([name, ...ends.flatMap(([a, b]) => [a.name, b.name])])
}

function drawLines(context: CanvasRenderingContext2D, lines: readonly Line[], view: View, palette: Palette): void {
  const name = view.chosen || view.pointedAt
  for (const isNear of [false, true]) {
    context.beginPath()
    for (const [a, b] of lines.map(endsOf)) {
      if ((name !== '' && (a.name === name || b.name === name)) !== isNear) continue
      context.moveTo(a.x ?? 0, a.y ?? 0)
      context.lineTo(b.x ?? 0, b.y ?? 0)
    }
    context.strokeStyle = isNear ? palette.accent : palette.line
    context.lineWidth = (isNear ? 1.5 : 1) / view.transform.k
    context.stroke()
  }
}

function drawPlace(context: CanvasRenderingContext2D, place: Place, { view, palette, near }: Look): void {
  const { x = 0, y = 0, radius, name, kind } = place
  context.globalAlpha = near.size === 0 || near.has(name) ? 1 : 0.35
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = palette.kinds[kind] ?? palette.other
  context.fill()
  if (name === view.chosen || name === view.pointedAt) {
    context.strokeStyle = palette.text
    context.lineWidth = 2 / view.transform.k
    context.stroke()
  }
  context.globalAlpha = 1
}
