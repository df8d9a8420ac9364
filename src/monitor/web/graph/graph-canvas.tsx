/** The place that a scene is drawn in, and the keys and buttons that move it. */
import { useEffect, useRef } from 'preact/hooks'
import { plural } from '../../../lib/plural.ts'
import type { GraphResult } from '../../../vault/reading/graph.ts'
import { useNavigation } from '../route-context.ts'
import { Legend } from './legend.tsx'
import { openScene, type Scene } from './scene.ts'

type Drawn = Pick<GraphResult, 'nodes' | 'edges'>

const stepPixels = 60
const zoomStep = 1.4

export function GraphCanvas({ nodes, edges }: Drawn) {
  const { route, go } = useNavigation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useRef<Scene>(undefined)
  useEffect(() => {
    if (canvas.current === null) return
    const opened = openScene(canvas.current, { nodes, edges, open: (record) => go({ record }) })
    opened?.choose(route.record)
    scene.current = opened
    return () => opened?.close()
  }, [nodes, edges])
  useEffect(() => scene.current?.choose(route.record), [route.record])
  const onKeyDown = (event: KeyboardEvent) => {
    if (scene.current !== undefined && press(scene.current, event.key)) event.preventDefault()
  }
  return (
    <div class="graph-place">
      <canvas
        {...{ ref: canvas, class: 'graph-canvas', tabIndex: 0, onKeyDown }}
        role="img"
        aria-label={`${plural(nodes.length, 'record')} and ${plural(edges.length, 'link')} between them. Arrows move it, plus and minus zoom, 0 shows all; the list beside it names them.`}
      />
      <Legend />
      <div class="graph-buttons">
        <button type="button" class="button" aria-label="Zoom in" onClick={() => scene.current?.zoom(zoomStep)}>
          +
        </button>
        <button type="button" class="button" aria-label="Zoom out" onClick={() => scene.current?.zoom(1 / zoomStep)}>
          −
        </button>
        <button type="button" class="button" onClick={() => scene.current?.showAll()}>
          All
        </button>
      </div>
    </div>
  )
}

/** Whether the key means something here. */
function press(scene: Scene, key: string): boolean {
  const moves: { [key: string]: () => void } = {
    ArrowLeft: () => scene.pan(stepPixels, 0),
    ArrowRight: () => scene.pan(-stepPixels, 0),
    ArrowUp: () => scene.pan(0, stepPixels),
    ArrowDown: () => scene.pan(0, -stepPixels),
    '+': () => scene.zoom(zoomStep),
    '-': () => scene.zoom(1 / zoomStep),
    '0': () => scene.showAll(),
  }
  moves[key]?.()
  return key in moves
}
