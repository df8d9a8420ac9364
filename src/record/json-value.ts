/** What JSON can hold, so what frontmatter, events and `--json` can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Named values on their way into a file; a field that is undefined is left out. */
export interface Fields {
  [key: string]: JsonValue | undefined
}
