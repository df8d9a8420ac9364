/** Which of some names a misspelled one was most likely meant to be. */

/**
 * The name with the fewest edits from what was said; where none is near, with more than a third of its letters, the only one
 * that begins so; else undefined.
 * @param said what was said in the place of the name; it may depend on the name, where that is several words
 */
export function findNearest(said: string | ((name: string) => string), names: readonly string[]): string | undefined {
  const toSaid = typeof said === 'string' ? () => said : said
  const scored = names.map((name) => {
    const text = toSaid(name)
    return { name, edits: countEdits(text.toLowerCase(), name.toLowerCase()), allowed: allowedEdits(name) }
  })
  const near = scored.filter(({ edits, allowed }) => edits <= allowed)
  const [nearest] = near.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
  return nearest?.name ?? findOnlyLonger(toSaid, names)
}

/** Fewer letters may begin anything. */
const fewestLetters = 3

function findOnlyLonger(said: (name: string) => string, names: readonly string[]): string | undefined {
  const longer = names.filter((name) => said(name).length >= fewestLetters && name.startsWith(said(name).toLowerCase()))
  return longer.length === 1 ? longer[0] : undefined
}

function allowedEdits(name: string): number {
  return Math.max(1, Math.floor(name.length / 3))
}

/** Letters left out, put in, replaced, or two side by side swapped (optimal string alignment), one row at a time. */
function countEdits(from: string, to: string): number {
  const letters = [...from]
  let twoAbove: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of letters.entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1)
      const edited = Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1)
      const isSwap = row > 0 && column > 0 && letter === to[column - 1] && letters[row - 1] === other
      current.push(isSwap ? Math.min(edited, (twoAbove[column - 1] ?? 0) + 1) : edited)
    }
    twoAbove = above
    above = current
  }
  return above.at(-1) ?? 0
}
