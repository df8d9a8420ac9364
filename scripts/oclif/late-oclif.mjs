/**
 * Bundler plugin that makes the start of oclif cheap. A manifest-driven start of one command calls almost nothing of what
 * `@oclif/core` loads, so here:
 * - a `require` at the top of one of its files runs when the imported name is first used;
 * - its own dependencies stay outside the bundle and are loaded from its folder when first used;
 * - what costs a start but serves no bundle is replaced by the stand-ins beside this file, each of which says why.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const oclifFile = /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/
const fileStandIns = { 'config/ts-path.js': 'ts-path.cjs', 'util/fs.js': 'fs.cjs', 'util/os.js': 'os.cjs' }
const packageStandIns = { debug: 'debug.cjs', 'get-package-type': 'package-type.cjs' }

const latePrefix = '\0late:'

export function lateOclif() {
  return {
    name: 'late-oclif',
    resolveId(source, importer = '') {
      if (/^[./]|^node:/.test(source) || !oclifFile.test(importer)) return undefined
      return packageStandIns[source] ? beside(packageStandIns[source]) : `${latePrefix}${source}`
    },
    load(id) {
      if (id === `${latePrefix}@oclif/core/package.json`)
        return { code: JSON.stringify(readVersion()), moduleType: 'json' }
      if (id.startsWith(latePrefix)) return fromOclifFolder(id.slice(latePrefix.length))
      return oclifFile.test(id) ? (readStandIn(id) ?? toLate(readPlain(id))) : undefined
    },
  }
}

function readStandIn(path) {
  const name = fileStandIns[path.replaceAll('\\', '/').split('/@oclif/core/lib/')[1]]
  return name && readFileSync(beside(name), 'utf8')
}

function beside(name) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** The source without `localeCompare`, whose first call loads ICU's collation (10 ms); ids are plain ASCII. */
function readPlain(path) {
  return readFileSync(path, 'utf8').replaceAll(/(\w+\.id)\.localeCompare\((\w+\.id)\)/g, '($1 < $2 ? -1 : 1)')
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
  const { name, version } = createRequire(import.meta.url)('@oclif/core/package.json')
  return { name, version }
}

function fromOclifFolder(path) {
  return `const { createRequire } = process.getBuiltinModule('node:module')
module.exports = createRequire(require.resolve('@oclif/core/run'))(${JSON.stringify(path)})
`
}
