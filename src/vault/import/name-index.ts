/** What things of an import are called, and which record each will be: what links are resolved by. */

export interface Place {
  project: string
  id: string
}

export interface NameIndex {
  /** Of two things that are called alike the first one has the name. */
  add(name: string, place: Place): void
  /** What is called so, in the project of who asks before others. */
  find(name: string, project: string): Place | undefined
}

export function makeNameIndex(): NameIndex {
  const places = new Map<string, Place>()
  const addOnce = (key: string, place: Place): void => {
    if (!places.has(key)) places.set(key, place)
  }
  return {
    add: (name, place) => {
      const key = toKey(name)
      if (key === '') return
      addOnce(within(place.project, key), place)
      addOnce(key, place)
    },
    find: (name, project) => {
      const key = toKey(name)
      return places.get(within(project, key)) ?? places.get(key)
    },
  }
}

function within(project: string, key: string): string {
  return `${project}\0${key}`
}

/** Letter case, the Unicode form and the ending of a Markdown file make no difference. */
function toKey(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/^\.\//, '')
    .replace(/\.(?:md|markdown)$/, '')
}
