/**
 * Puts what is always loaded together into one chunk: the start of the commands that agents call in hooks, what a write
 * adds to that, and the commit behind it. Each file that is read costs about half a millisecond; a bundler that shares by
 * who uses what would make some sixty of them.
 */

/** `entries` are paths of modules; gives a plugin that finds what they import statically, and the group of it, so named. */
export function hotModules(name, entries) {
  const hot = new Set()
  return {
    plugin: {
      name: `hot-modules-${name}`,
      buildEnd() {
        for (const entry of entries) visit(entry, (id) => this.getModuleInfo(id)?.importedIds ?? [])
      },
    },
    group: { name, test: (id) => hot.has(id) },
  }

  function visit(id, importsOf) {
    if (hot.has(id)) return
    hot.add(id)
    for (const imported of importsOf(id)) visit(imported, importsOf)
  }
}
