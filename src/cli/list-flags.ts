/** What is said of a flag that holds a list: how its values are given. */

/** Given more than once, one value each time. */
export const repeated = { multiple: true, multipleNonGreedy: true } as const

/** Given more than once, or as a list with commas. */
export const severalWords = { ...repeated, delimiter: ',' } as const
