/** Which rows of a long list are on the screen. Pure. */

/** The place of the selection after moving; none in an empty list is 0. */
export function clamp(selected: number, count: number): number {
  return Math.max(0, Math.min(selected, count - 1))
}

/** The first row to show so that the selected one is among `height`, moved as little as possible. */
export function follow(
  top: number,
  { selected, height, count }: { selected: number; height: number; count: number },
): number {
  const least = selected - height + 1
  const kept = Math.min(Math.max(top, least), selected)
  return Math.max(0, Math.min(kept, Math.max(0, count - height)))
}
