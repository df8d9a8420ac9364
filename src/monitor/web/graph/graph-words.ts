/** How much of a graph is drawn, in words. Pure. */
import { plural } from '../../../lib/plural.ts'

interface Drawn {
  nodes: readonly object[]
  edges: readonly object[]
  total: number
}

export function toGraphWords({ nodes, edges, total }: Drawn): string {
  const drawn = `${plural(nodes.length, 'record')}, ${plural(edges.length, 'link')}.`
  const left = total - nodes.length
  return left > 0 ? `${drawn} ${left} more are left out: those with the most links are drawn.` : drawn
}
