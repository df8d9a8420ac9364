/** Whether a query asks how things hang together, not only what one of them is. */
import { type NamedEntity, toEntityWords } from './query-entities.ts'

const relation =
  /\b(?:between|relat(?:es?|ed|ing|ions?|ionship)|depend(?:s|ed|ing|ents?|enc(?:y|ies))?|connect(?:s|ed|ing|ions?)? (?:to|with)|differ(?:s|ed|ent|ences?)?|compar(?:es?|ed|ing|ison)|changed (?:from|since)|interact(?:s|ed|ing|ions?)?|how .{1,60} (?:and|with))\b/i

/** Common words, so they count only right beside the name: `what uses Orion`, `Orion calls`. */
const verbs = new Set(['use', 'uses', 'used', 'using', 'call', 'calls', 'called', 'calling'])

/** @param named the known names in the query */
export function isRelational(text: string, named: readonly NamedEntity[]): boolean {
  if (relation.test(text)) return true
  const words = toEntityWords(text).map((word) => word.toLowerCase())
  return named.some(({ span: [from, to] }) => [words[from - 1], words[to]].some((word) => verbs.has(word ?? '')))
}
