/**
 * Bundler plugin that makes the start of oclif cheap. A manifest-driven start of one command calls almost nothing of what
 * `@oclif/core` loads, so here:
 * - a `require` at the top of one of its files runs when the imported name is first used;
 * - each of its own dependencies is a file of its own (`bundleOclifParts`), loaded when first used;
 * - what costs a start but serves no bundle is replaced by the stand-ins beside this file, each of which says why.
 */
import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const oclifFile = /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/
const fileStandIns = { 'config/ts-path.js': 'ts-path.cjs', 'util/fs.js': 'fs.cjs', 'util/os.js': 'os.cjs' }
const packageStandIns = { debug: 'debug.cjs', 'get-package-type': 'package-type.cjs' }

const ownVersion = '@oclif/core/package.json'

/** Of the bundle in `dist`; what it is to be loaded late of is written there by `bundleOclifParts`. */
export function lateOclif(dist) {
  const names = new Set()
  const plugin = {
    name: 'late-oclif',
    resolveId(source, importer = '') {
      const isOclif = oclifFile.test(importer)
      if (/^[./]/.test(source) || isBuiltin(source) || !(isOclif || importer.startsWith(beside('.')))) return undefined
      if (isOclif && packageStandIns[source]) return beside(packageStandIns[source])
      if (source === ownVersion) return ownVersion
      names.add(source)
      return { id: join(dist, partPath(source)), external: 'relative' }
    },
    load(id) {
      if (id === ownVersion) return { code: JSON.stringify(readVersion()), moduleType: 'json' }
      return oclifFile.test(id) ? (readStandIn(id) ?? toLate(readPlain(id))) : undefined
    },
  }
  return { plugin, names }
}

/** What `lateOclif` has met by name, as CommonJS: a `require` in the middle of a program waits for nothing. */
export async function bundleOclifParts(names, dist) {
  const fromOclif = createRequire(createRequire(import.meta.url).resolve('@oclif/core/run'))
  const bundle = await rolldown({
    input: Object.fromEntries([...names].map((name) => [name, fromOclif.resolve(name)])),
    platform: 'node',
    external: (name) => isBuiltin(name),
    transform: { target: 'node22' },
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'auto',
    entryFileNames: ({ name }) => partPath(name),
    chunkFileNames: 'oclif/[name]-[hash].cjs',
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  return output.map(({ fileName, code, moduleIds }) => ({
    path: join(dist, fileName),
    contents: code,
    modules: moduleIds,
  }))
}

function partPath(name) {
  return `oclif/${name.replaceAll(/[@.]/g, '').replaceAll('/', '-')}.cjs`
}

function readStandIn(path) {
  const name = fileStandIns[path.replaceAll('\\', '/').split('/@oclif/core/lib/')[1]]
  return name && readFileSync(beside(name), 'utf8')
}

function beside(name) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/**
 * The source without `localeCompare`, whose first call loads ICU's collation (10 ms); ids are plain ASCII. And without a
 * listener that takes standard output at each start, which makes its stream (4 ms); `src/cli/streams.ts` guards it.
 */
function readPlain(path) {
  return readFileSync(path, 'utf8')
    .replaceAll(/(\w+\.id)\.localeCompare\((\w+\.id)\)/g, '($1 < $2 ? -1 : 1)')
    .replace(/^process\.stdout\.on\('error', \(?err\)? => \{\n(?:.*\n)*?\}\);\n/m, '')
}

/**
 * TypeScript's CommonJS output names an import `name_1` and uses it only as `name_1.member`, so turning the name into a
 * getter of one object is exact; an import that is used in any other way is left as it is.
 */
function toLate(source) {
  const topImport = /^(?:const|var) (\w+_\d+) = ((?:__importDefault|__importStar)?\(?require\("[^"]+"\)\)?);$/gm
  const getters = []
  let late = source
  for (const [line, name, value] of source.matchAll(topImport)) {
    const without = late.replace(line, '')
    const member = new RegExp(`(?<![.\\w])${name}(?=\\.)`, 'g')
    if (without.match(new RegExp(`\\b${name}\\b`, 'g'))?.length !== without.match(member)?.length) continue
    late = without.replace(member, `late.${name}`)
    getters.push(`get ${name}() { return keepLate("${name}", ${value}); }`)
  }
  // In front, because a class at the top of the file may extend an imported one.
  return `"use strict";
const late = { ${getters.join(',\n')} };
function keepLate(name, value) { Object.defineProperty(late, name, { value }); return value; }
${late}`
}

function readVersion() {
  const { name, version } = createRequire(import.meta.url)(ownVersion)
  return { name, version }
}
