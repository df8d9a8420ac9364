/** The titles in the drawing, as many as have room. */
import { truncate } from '../../../lib/text-cut.ts'
import type { Place } from './layout.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

export interface Look {
  view: View
  palette: Palette
  /** The record that is open or pointed at and its neighbours; empty: none is. */
  near: ReadonlySet<string>
}

/** A label is drawn when there is room for it: its record is large enough on the screen. */
const labelledRadius = 6.5
const mostLabelled = 60
const labelPixels = 12
/** Characters; a title in full would cover its neighbours. */
const longestLabel = 40

export function drawLabels(context: CanvasRenderingContext2D, places: readonly Place[], look: Look): void {
  const { view, palette } = look
  const { k } = view.transform
  context.font = `${labelPixels / k}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.lineWidth = 3 / k
  context.strokeStyle = palette.ground
  context.fillStyle = palette.text
  const taken: Box[] = []
  for (const { x = 0, y = 0, radius, title } of findLabelled(places, look)) {
    const text = truncate(title, longestLabel)
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
