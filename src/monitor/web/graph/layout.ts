/** Where each record stands: linked ones near each other, all apart, little groups not far away. Knows no canvas. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import type { GraphResult } from '../../../vault/reading/graph.ts'

export type Place = GraphResult['nodes'][number] & SimulationNodeDatum & { name: string; radius: number }
export type Line = SimulationLinkDatum<Place>

export interface Layout {
  places: Place[]
  lines: Line[]
  /** Stopped: whoever shows it decides when it goes on. */
  simulation: Simulation<Place, Line>
}

/** One that everything names shall not cover the others. */
const mostRadius = 24

/** The same graph is laid out in the same way each time: the library draws no random numbers but its own fixed ones. */
export function layOut({ nodes, edges }: Pick<GraphResult, 'nodes' | 'edges'>): Layout {
  const places = nodes.map((node) => ({
    ...node,
    name: `${node.projectId}/${node.id}`,
    radius: Math.min(mostRadius, 3.5 + 1.6 * Math.sqrt(node.degree)),
  }))
  const lines: Line[] = edges.map(({ source, target }) => ({ source, target }))
  const simulation = forceSimulation<Place>(places)
    .force(
      'link',
      forceLink<Place, Line>(lines)
        .id(({ name }) => name)
        .distance(46),
    )
    .force('apart', forceManyBody<Place>().strength(-70).distanceMax(420))
    .force('x', forceX<Place>().strength(0.05))
    .force('y', forceY<Place>().strength(0.05))
    .force(
      'collide',
      forceCollide<Place>(({ radius }) => radius + 2),
    )
    .stop()
  return { places, lines, simulation }
}
