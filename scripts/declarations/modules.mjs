/** From a name in a declaration file to what declares it, through whatever imports and exports lie between. */
import { readModule } from './read-module.mjs'

/** Each declaration is given as one and the same object, however it was found. */
export function openModules() {
  const known = new Map()
  return { listExports, findExported, findLocal, listNeeded }

  function load(path) {
    if (!known.has(path)) known.set(path, readModule(path))
    return known.get(path)
  }

  function listExports(path) {
    return [...load(path).exports.keys()]
  }

  function findExported(path, name) {
    const from = load(path).exports.get(name)
    if (from === undefined) throw new Error(`${path} exports no ${name}`)
    return from.path === path ? findLocal(path, from.name) : findExported(from.path, from.name)
  }

  /** Undefined for what belongs to the language. */
  function findLocal(path, name) {
    const { declarations, imports } = load(path)
    const from = imports.get(name)
    if (from === undefined) return declarations.get(name)
    if (from.path === undefined) throw new Error(`the library shows ${name}, a type of another package (${path})`)
    return findExported(from.path, from.name)
  }

  function listNeeded({ path, spots }) {
    return spots.map(({ name }) => findLocal(path, name)).filter((declaration) => declaration !== undefined)
  }
}
