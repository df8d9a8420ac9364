/** A graph that lives in a canvas: it settles, is moved and zoomed, and tells which record was clicked. */
import { select } from 'd3-selection'
import { type D3ZoomEvent, type ZoomBehavior, zoom } from 'd3-zoom'
import type { GraphResult } from '../../../vault/reading/graph.ts'
import { draw } from './draw.ts'
import { toFit } from './fit.ts'
import { type Layout, layOut, type Place } from './layout.ts'
import { type Palette, readPalette } from './palette.ts'
import { startView, type View } from './view.ts'

export interface SceneOptions extends Pick<GraphResult, 'nodes' | 'edges'> {
  /** Told which record was clicked, as `project/id`. */
  open(name: string): void
}

export interface Scene {
  /** Shows a record and its neighbours before the others; an empty name none. */
  choose(name: string): void
  pan(x: number, y: number): void
  zoom(factor: number): void
  /** All of it, in the middle. */
  showAll(): void
  close(): void
}

interface Stage {
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
  layout: Layout
  view: View
  palette: Palette
  zooming: ZoomBehavior<HTMLCanvasElement, unknown>
  /** It is kept in the frame while it settles, until somebody moves it. */
  isFollowed: boolean
  /** The drawing that is asked for; 0: none. */
  frame: number
}

/** Undefined where the browser draws no canvas. */
export function openScene(canvas: HTMLCanvasElement, { nodes, edges, open }: SceneOptions): Scene | undefined {
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  const layout = layOut({ nodes, edges })
  const zooming = zoom<HTMLCanvasElement, unknown>().scaleExtent([0.02, 8])
  const stage: Stage = {
    ...{ canvas, context, layout, zooming, view: { ...startView }, palette: readPalette(canvas) },
    ...{ isFollowed: true, frame: 0 },
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) layout.simulation.tick(calmTicks)
  const stop = listen(stage, open)
  return {
    choose: (name) => change(stage, { chosen: name }),
    pan: (x, y) =>
      move(stage, () => zooming.translateBy(select(canvas), x / stage.view.transform.k, y / stage.view.transform.k)),
    zoom: (factor) => move(stage, () => zooming.scaleBy(select(canvas), factor)),
    showAll: () => {
      stage.isFollowed = true
      showWhole(stage)
    },
    close: () => {
      stop()
      cancelAnimationFrame(stage.frame)
    },
  }
}

/** The simulation is at rest after so many steps; who wants no motion sees only the end. */
const calmTicks = 300

function listen(stage: Stage, open: (name: string) => void): () => void {
  const { canvas, zooming } = stage
  const closing = new AbortController()
  const { signal } = closing
  zooming.on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
    if (sourceEvent) stage.isFollowed = false
    change(stage, { transform })
  })
  select(canvas).call(zooming)
  const point = (event: MouseEvent) => change(stage, { pointedAt: findPlace(stage, event)?.name ?? '' })
  canvas.addEventListener('mousemove', point, { signal })
  const click = (event: MouseEvent) => {
    const place = findPlace(stage, event)
    if (place !== undefined) open(place.name)
  }
  canvas.addEventListener('click', click, { signal })
  const repaint = () => {
    stage.palette = readPalette(canvas)
    change(stage, {})
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint, { signal })
  const sizes = new ResizeObserver(() => resize(stage))
  sizes.observe(canvas)
  signal.addEventListener('abort', () => sizes.disconnect())
  return () => closing.abort()
}

function change(stage: Stage, changes: Partial<View>): void {
  Object.assign(stage.view, changes)
  stage.frame ||= requestAnimationFrame(() => paint(stage))
}

function paint(stage: Stage): void {
  const { context, layout, view, palette, canvas } = stage
  const { simulation } = layout
  stage.frame = 0
  canvas.style.cursor = view.pointedAt === '' ? 'grab' : 'pointer'
  const isSettled = simulation.alpha() < simulation.alphaMin()
  if (!isSettled) simulation.tick()
  if (!isSettled && stage.isFollowed) showWhole(stage)
  draw(context, layout, view, palette)
  if (!isSettled) change(stage, {})
}

function resize(stage: Stage): void {
  const { canvas } = stage
  const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio]
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  change(stage, { width, height, ratio })
  if (stage.isFollowed) showWhole(stage)
}

function showWhole(stage: Stage): void {
  stage.zooming.transform(select(stage.canvas), toFit(stage.layout.places, stage.view))
}

function move(stage: Stage, step: () => void): void {
  stage.isFollowed = false
  step()
}

/** Pixels beside a record at which a click still means it. */
const reach = 6

function findPlace({ layout, view }: Stage, { offsetX, offsetY }: MouseEvent): Place | undefined {
  const [x, y] = view.transform.invert([offsetX, offsetY])
  const found = layout.simulation.find(x, y)
  if (found === undefined) return undefined
  const distance = Math.hypot((found.x ?? 0) - x, (found.y ?? 0) - y)
  return distance <= found.radius + reach / view.transform.k ? found : undefined
}
