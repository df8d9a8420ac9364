/**
 * Bundling step: makes a classic script of a chunk that is loaded often, so that what V8 has compiled of it can be kept from
 * one run to the next (`src/code-cache.ts`), which Node cannot do with a module. The chunk's file stays a module, which gives
 * the script's exports on.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** Names inside of the script that no source uses. */
const [importName, urlName] = ['importModule$', 'moduleUrl$']

/** In `dist/`: gives `openScript`, and as `start` what the script of the start exports (`src/start.ts`). */
const startFile = 'main.cjs'

/**
 * The chunk and its script, as `{ fileName, code }`.
 * @param commands those whose compiled code is kept apart; none for the chunk of the start, whose script runs before any module
 * @param runtime the chunk of what the bundler's own code asks for, which is put into the script
 */
export function toScript({ name, fileName, code }, { commands, runtime }) {
  const { body } = parseAst(code)
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const exports = body.filter(({ type }) => type === 'ExportNamedDeclaration')
  const rest = body.filter((node) => /^(?:Import|Export)/.test(node.type) && ![...imports, ...exports].includes(node))
  if (rest.length > 0 || exports.some(({ declaration, source }) => declaration || source))
    throw new Error(`${fileName} exports in a way that is not known here`)
  const exported = [...new Set(exports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)))]
  assertSettled(body, exported, fileName)
  const isOfRuntime = ({ source }) => basename(source.value) === basename(runtime.fileName)
  const [own, shared] = [imports.filter(isOfRuntime), imports.filter((node) => !isOfRuntime(node))]
  const imported = shared.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  const text = edit(code, [
    ...own.map(({ start, end, specifiers }) => [start, end, `const ${toPattern(specifiers)} = ${toHelpers(runtime)};`]),
    ...[...shared, ...exports].map(({ start, end }) => [start, end, '']),
    ...[...walk(body)].flatMap((node) => toEdit(node)),
  ])
  const names = `{ ${exported.join(', ')} }`
  const script = toAscii(
    `(function (${[importName, urlName, ...imported].join(', ')}) { 'use strict';\n${text}\nreturn ${names};\n})\n`,
  )
  const scriptName = `${name}-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.cjs`
  const textOf = ({ start, end }) => code.slice(start, end)
  const given = ['(path) => import(path)', 'import.meta.url', ...imported].join(', ')
  const opened = `main$.openScript(new URL("./${scriptName}", import.meta.url), ${JSON.stringify(commands)})`
  const module = [
    ...shared.map(textOf),
    `import main$ from "../${startFile}";`,
    `const ${names} = ${commands === undefined ? 'main$.start' : `${opened}(${given})`};`,
    ...exports.map(textOf),
  ]
  return [
    { fileName, code: `${module.join('\n')}\n` },
    { fileName: fileName.replace(/[^/]*$/, scriptName), code: script },
  ]
}

/** An expression that gives the exports of the chunk, which imports nothing but of Node. */
function toHelpers({ code }) {
  const { body } = parseAst(code)
  const edits = [...walk(body)].flatMap((node) => {
    const { type, start, end, source, specifiers } = node
    if (type === 'ImportDeclaration')
      return [[start, end, `const ${toPattern(specifiers)} = process.getBuiltinModule("${source.value}");`]]
    if (type === 'ExportNamedDeclaration')
      return [
        [start, end, `return { ${specifiers.map((each) => `${each.exported.name}: ${each.local.name}`).join(', ')} };`],
      ]
    return toEdit(node)
  })
  return `(() => {\n${edit(code, edits)}\n})()`
}

/** `{ a as b }` of an import as `{ a: b }`. */
function toPattern(specifiers) {
  return `{ ${specifiers.map(({ imported, local }) => `${imported.name}: ${local.name}`).join(', ')} }`
}

/** What is exported is read once, when the script has run: it must not change afterwards. */
function assertSettled(body, exported, fileName) {
  const variables = body
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind !== 'const')
    .flatMap(({ declarations }) => declarations.map(({ id }) => id.name))
  const mayChange = new Set(variables.filter((name) => exported.includes(name)))
  for (const node of walk(body)) {
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : {}
    if (target.type === 'Identifier' && mayChange.has(target.name))
      throw new Error(`${fileName} exports ${target.name}, which is assigned to`)
  }
}

/** A script has neither `import.meta` nor, without an experimental flag, `import()`. */
function toEdit({ type, start, end, source }) {
  if (type === 'ImportExpression') return [[start, source.start, `${importName}(`]]
  return type === 'MetaProperty' ? [[start, end, `{ url: ${urlName} }`]] : []
}

function edit(code, edits) {
  const parts = []
  let at = 0
  for (const [start, end, text] of edits.toSorted(([a], [b]) => a - b)) {
    parts.push(code.slice(at, start), text)
    at = end
  }
  return [...parts, code.slice(at)].join('')
}

/** One byte for each character is read and kept at half the price. A code unit that is escaped is the same everywhere in a script. */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function* walk(node) {
  if (Array.isArray(node)) for (const each of node) yield* walk(each)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') yield node
    for (const value of Object.values(node)) if (typeof value === 'object') yield* walk(value)
  }
}
