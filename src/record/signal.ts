/** How far a record helped, as a word or a number. */

const named: { readonly [word: string]: number } = { helpful: 1, wrong: -1, neutral: 0 }

/** A number from -1 (misled) to 1 (helped); undefined for a text that says none. */
export function parseSignal(text: string): number | undefined {
  if (Object.hasOwn(named, text)) return named[text]
  if (!/^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text)) return undefined
  const value = Number(text)
  // Adding 0 turns -0 into 0.
  return Math.abs(value) <= 1 ? value + 0 : undefined
}
