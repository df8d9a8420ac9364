/** The kind that a word for the type of a thing means, where people and models choose such words freely. */
import { isKind, type Kind, kinds } from '../../../record/vocabulary.ts'

const typesOfKind: { [kind in Kind]?: readonly string[] } = {
  person: ['people', 'user', 'human', 'developer', 'engineer', 'contact', 'colleague', 'customer', 'team member'],
  task: ['todo', 'to do', 'action item', 'ticket'],
  decision: ['adr', 'architecture decision', 'design decision', 'technical decision'],
  trap: ['bug', 'pitfall', 'gotcha', 'problem', 'lesson', 'lesson learned', 'known issue'],
  plan: ['goal', 'roadmap', 'milestone'],
  spec: ['specification', 'requirement'],
  log: ['event', 'meeting', 'incident', 'release', 'change'],
  session: ['work session'],
  note: ['idea', 'topic', 'document'],
}

const kindByType = new Map(
  Object.entries(typesOfKind).flatMap(([kind, types]) => types.map((type) => [type, kind as Kind] as const)),
)

/** Undefined for a word that says nothing here. `TeamMember`, `team_member` and `Team Member` are one word. */
export function kindOfType(type: string): Kind | undefined {
  const words = type
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  // What would expire is asked for with --map.
  return isKind(words) && !kinds[words].ephemeral ? words : kindByType.get(words)
}
