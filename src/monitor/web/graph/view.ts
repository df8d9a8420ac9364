/** How a layout is looked at. */
import { type ZoomTransform, zoomIdentity } from 'd3-zoom'

export interface View {
  transform: ZoomTransform
  width: number
  height: number
  /** Pixels of the screen for each of the page. */
  ratio: number
  /** The record that is open, as `project/id`; empty: none. */
  chosen: string
  /** The record under the pointer. */
  pointedAt: string
}

export const startView: View = {
  ...{ transform: zoomIdentity, width: 0, height: 0, ratio: 1, chosen: '', pointedAt: '' },
}
