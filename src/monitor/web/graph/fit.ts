/** The view in which all of a layout is seen. Pure. */
import { type ZoomTransform, zoomIdentity } from 'd3-zoom'
import type { Place } from './layout.ts'

export interface Size {
  width: number
  height: number
}

/** Pixels around it, for the labels. */
const margin = 48
/** A few records shall not fill the screen. */
const mostZoomed = 2

export function toFit(places: readonly Place[], { width, height }: Size): ZoomTransform {
  const xs = places.map(({ x = 0 }) => x)
  const ys = places.map(({ y = 0 }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scales = [(width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top), mostZoomed]
  const k = Math.max(0.02, Math.min(...scales))
  return zoomIdentity
    .translate(width / 2, height / 2)
    .scale(k)
    .translate(-(left + right) / 2, -(top + bottom) / 2)
}
