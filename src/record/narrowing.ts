/**
 * What a caller may narrow a search or a listing by, besides project, kind and status: one shape from the flags to the
 * SQL, so that what finds a record in the one finds it in the other.
 */

export interface FacetFilter {
  name: string
  /** Any of them. */
  values: readonly string[]
}

export interface Narrowing {
  /** A record must have them all. */
  tags: readonly string[]
  layer: string | undefined
  /** A path that one of the record's patterns must match; of a folder, which ends in `/`, one must match something in it. */
  path: string | undefined
  /** A record must pass each. Invariant: no two have one name, no list of values is empty. */
  facets: readonly FacetFilter[]
  /** A name, in any spelling; one only, because it is what leads from a hit to the next. */
  entity: string | undefined
  source: string | undefined
  trust: string | undefined
  /** Of the time of what a record tells (ms since the epoch): not before this. */
  since: number | undefined
  /** Before this. */
  until: number | undefined
}

/** Everything passes. */
export const noNarrowing: Narrowing = {
  tags: [],
  layer: undefined,
  path: undefined,
  facets: [],
  entity: undefined,
  source: undefined,
  trust: undefined,
  since: undefined,
  until: undefined,
}

/** Whether anything is left out. */
export function isNarrowed({ tags, facets, layer, path, entity, source, trust, since, until }: Narrowing): boolean {
  return tags.length + facets.length > 0 || [layer, path, entity, source, trust, since, until].some(isDefined)
}

function isDefined(value: unknown): boolean {
  return value !== undefined
}

/** How the index keeps a facet's value, and how a filter spells it: no blanks around it, single ones within. */
export function toFacetText(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/**
 * Facets as people write them. The same name again broadens, another name narrows.
 * @param texts each `name=value`; the value may hold further equals signs
 * @returns undefined with the first text that is not of this form
 */
export function parseFacets(texts: readonly string[]): { facets: FacetFilter[] } | { malformed: string } {
  const values = new Map<string, Set<string>>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const [name, value] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)].map(toFacetText)
    if (!name || !value) return { malformed: text }
    values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return { facets: [...values].map(([name, some]) => ({ name, values: [...some] })) }
}
