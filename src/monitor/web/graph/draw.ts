/** Draws a layout. Colours come from the style of the page, so that light and dark are decided there. */
import type { Layout, Line, Place } from './layout.ts'
import type { View } from './view.ts'

export interface Palette {
  line: string
  text: string
  other: string
  ground: string
  accent: string
  kinds: { [kind: string]: string }
}

/** A label is drawn when there is room for it: its record is large enough on the screen. */
const labelledRadius = 6.5
const mostLabelled = 60
const labelPixels = 12

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const [text, other, line, ground, accent] = [
    of('text'),
    of('kind-other'),
    of('line-strong'),
    of('ground'),
    of('accent'),
  ]
  return {
    ...{ text, other, line, ground, accent },
    kinds: { trap: accent, decision: of('kind-decision'), spec: of('kind-plan'), plan: of('kind-plan') },
  }
}

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

interface Look {
  view: View
  palette: Palette
  near: ReadonlySet<string>
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

function drawLabels(context: CanvasRenderingContext2D, places: readonly Place[], look: Look): void {
  const { view, palette } = look
  const { k } = view.transform
  context.font = `${labelPixels / k}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.lineWidth = 3 / k
  context.strokeStyle = palette.ground
  context.fillStyle = palette.text
  const taken: Box[] = []
  for (const { x = 0, y = 0, radius, title } of findLabelled(places, look)) {
    const text = title.length > 40 ? `${title.slice(0, 39)}…` : title
    const baseline = y + radius + (labelPixels + 2) / k
    const half = context.measureText(text).width / 2
    const box = { left: x - half, right: x + half, top: baseline - labelPixels / k, bottom: baseline + 3 / k }
    if (taken.some((other) => isAcross(box, other))) continue
    taken.push(box)
    context.strokeText(text, x, baseline)
    context.fillText(text, x, baseline)
  }
}

/** The ones that matter most come first, and get the room. */
function findLabelled(places: readonly Place[], { view, near }: Look): Place[] {
  if (near.size > 0) {
    const name = view.chosen || view.pointedAt
    return places
      .filter((place) => near.has(place.name))
      .sort((a, b) => Number(b.name === name) - Number(a.name === name))
  }
  return places.filter(({ radius }) => radius * view.transform.k >= labelledRadius).slice(0, mostLabelled)
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function isAcross(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
