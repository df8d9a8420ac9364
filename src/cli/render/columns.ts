/** Columns of a list. */

/** How wide the column is. For texts in ASCII only (kinds, ids, numbers), of which a letter is a column wide. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}
