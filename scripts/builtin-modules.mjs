/**
 * Bundler plugin: `import … from 'node:fs'` in an ES module becomes `process.getBuiltinModule('node:fs')`.
 * Importing a builtin as an ES module touches every lazy getter of it, which for `node:fs` alone costs 7 to 15 ms of
 * each start; the plain object costs nothing.
 */
const prefix = '\0builtin:'

/** Not in the snapshot that Node starts from (up to 5 ms each), and a search needs few or none: loaded when first used. */
const late = ['node:crypto', 'node:os', 'node:stream', 'node:timers/promises', 'node:v8', 'node:zlib']

export function builtinModules() {
  return {
    name: 'builtin-modules',
    resolveId(source, importer = '', { kind }) {
      if (!source.startsWith('node:')) return undefined
      const isBundled = kind === 'import-statement' && !importer.startsWith('\0')
      if (!isBundled) return { id: source, external: true }
      return `${prefix}${source}${late.includes(source) ? '.cjs' : ''}`
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      const name = id.slice(prefix.length).replace(/\.cjs$/, '')
      return late.includes(name) ? lateModule(name) : plainModule(name)
    },
  }
}

/** Names that nobody imports fall away: to copy all of them onto an object took as long as all else that a module does. */
function plainModule(name) {
  const names = Object.keys(process.getBuiltinModule(name)).filter((key) => key !== 'default')
  return [
    `const builtin$ = process.getBuiltinModule(${JSON.stringify(name)})`,
    'const read$ = (key) => builtin$[key]',
    'export default builtin$',
    ...names.map((key) => `export const ${key} = /* @__PURE__ */ read$(${JSON.stringify(key)})`),
  ].join('\n')
}

/** What is imported by name is a property of the module wherever it is used, so a getter is met by each use. */
function lateModule(name) {
  const getters = Object.keys(process.getBuiltinModule(name)).map((key) => `get ${key}() { return load().${key} }`)
  return `const load = () => process.getBuiltinModule(${JSON.stringify(name)})\nmodule.exports = {${getters.join(',')}}`
}
