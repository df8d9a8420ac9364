/**
 * Puts what the commands that agents call in hooks load at their start into one chunk. Each file that a start reads costs
 * about half a millisecond; a bundler that shares by who uses what would make some sixty of them.
 */

/** `entries` are paths of modules; gives a plugin that finds what they import statically, and the group of it. */
export function hotModules(entries) {
  const hot = new Set()
  return {
    plugin: {
      name: 'hot-modules',
      buildEnd() {
        for (const entry of entries) visit(entry, (id) => this.getModuleInfo(id)?.importedIds ?? [])
        for (const entry of entries) hot.delete(entry)
      },
    },
    group: { name: 'start', test: (id) => hot.has(id) },
  }

  function visit(id, importsOf) {
    if (hot.has(id)) return
    hot.add(id)
    for (const imported of importsOf(id)) visit(imported, importsOf)
  }
}
