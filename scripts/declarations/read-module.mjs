/** What a declaration file that the compiler wrote declares, takes from others and hands on. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'

/**
 * `declarations` by name, each with its text and where in it other names stand; `imports` by the name in this file and
 * `exports` by the name outside, each with the file and the name that they come from.
 */
export function readModule(path) {
  const source = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, source, { lang: 'ts', sourceType: 'module' })
  const module = { path, declarations: new Map(), imports: new Map(), exports: new Map() }
  for (const statement of program.body) readStatement(module, statement, { source, comments })
  return module
}

function readStatement(module, statement, text) {
  const { type, source, specifiers = [], declaration } = statement
  const from = source && findFile(module.path, source.value)
  if (type === 'ImportDeclaration') {
    for (const { imported, local } of specifiers) module.imports.set(local.name, { path: from, name: imported?.name })
  } else if (type === 'ExportNamedDeclaration' && !declaration) {
    for (const { local, exported } of specifiers)
      module.exports.set(exported.name, { path: from ?? module.path, name: local.name })
  } else {
    const declared = declaration ?? statement
    const name = (declared.declarations?.[0] ?? declared).id.name
    module.declarations.set(name, { path: module.path, name, ...toDeclaration(declared, statement, text) })
    if (declaration) module.exports.set(name, { path: module.path, name })
  }
}

/** The sources name each other by their own endings; another package has no file here. */
function findFile(importer, target) {
  return target.startsWith('.') ? resolve(dirname(importer), target.replace(/\.tsx?$/, '.d.ts')) : undefined
}

function toDeclaration(declared, statement, { source, comments }) {
  const comment = comments.findLast(
    ({ end }) => end <= statement.start && source.slice(end, statement.start).trim() === '',
  )
  const own = (declared.declarations?.[0] ?? declared).id
  const spots = [own, ...listReferences(declared)].map(({ name, start }) => ({ name, at: start - declared.start }))
  return {
    comment: comment === undefined ? '' : `${source.slice(comment.start, comment.end)}\n`,
    text: source.slice(declared.start, declared.end),
    spots: spots.sort((a, b) => a.at - b.at),
  }
}

const holders = {
  TSTypeReference: 'typeName',
  TSTypeQuery: 'exprName',
  TSInterfaceHeritage: 'expression',
  TSClassImplements: 'expression',
  ClassDeclaration: 'superClass',
}

/** The identifiers that stand for a declaration; names of members and parameters do not. */
function listReferences(node) {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(listReferences)
  if (node.type === 'TSImportType') throw new Error(`a type of the library is written import(${node.source.raw})`)
  const held = leftmost(node[holders[node.type]])
  const own = held?.type === 'Identifier' ? [held] : []
  return [...own, ...Object.values(node).flatMap(listReferences)]
}

function leftmost(node) {
  return node?.type === 'TSQualifiedName' ? leftmost(node.left) : node
}
