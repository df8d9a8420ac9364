/**
 * The types of the library: what an entry needs of all the sources, as one file that needs no other package. The compiler
 * writes a file for each source, and those name the types of SQLite, git and zod.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openModules } from './modules.mjs'

/** A program may be compiled for a version of the language that has no `AsyncDisposable`. */
const libraries = '/// <reference lib="esnext.disposable" />'

/** Of each entry, a name of a file in `src/`; it takes what those before it export from them. */
export function bundleDeclarations(root, dist, entries) {
  const folder = mkdtempSync(join(tmpdir(), 'memo-declarations-'))
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const call = [compiler, '-p', join(root, 'tsconfig.declarations.json'), '--outDir', folder]
    // It tells what is wrong on its standard output.
    execFileSync(process.execPath, call, { stdio: ['ignore', 2, 2] })
    const modules = openModules()
    const given = new Map()
    return entries.map((entry) => {
      const contents = bundle(modules, { path: join(folder, `${entry}.d.ts`), entry, given })
      return { path: join(dist, `${entry}.d.ts`), contents }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `given` holds the declarations that entries before this one export, and gets those that this one does. */
function bundle(modules, { path, entry, given }) {
  const shown = new Map(modules.listExports(path).map((name) => [modules.findExported(path, name), name]))
  const reached = reach([...shown.keys()], (declaration) =>
    given.has(declaration) ? [] : modules.listNeeded(declaration),
  )
  const [taken, own] = [reached.filter((each) => given.has(each)), reached.filter((each) => !given.has(each))]
  const names = nameAll([...shown, ...taken.map((each) => [each, given.get(each).name])], own)
  const byEntry = Map.groupBy(taken, (each) => given.get(each).entry)
  const imports = [...byEntry].map(
    ([from, each]) => `import type { ${each.map((one) => names.get(one)).join(', ')} } from './${from}.js'`,
  )
  const texts = own.map((each) => render(modules, each, { names, isShown: shown.has(each) }))
  for (const [declaration, name] of shown) given.set(declaration, { entry, name })
  return `${[libraries, ...imports, '', ...texts].join('\n')}\n`
}

/** Those, and what they need, in the order in which a reader meets it. */
function reach(first, listNeeded) {
  const reached = new Set(first)
  for (const declaration of reached) for (const needed of listNeeded(declaration)) reached.add(needed)
  return [...reached]
}

/** What is shown keeps its name; of others that two sources call the same, each gets one of its own. */
function nameAll(fixed, others) {
  const names = new Map(fixed)
  const used = new Set(names.values())
  for (const declaration of others) {
    if (names.has(declaration)) continue
    let name = declaration.name
    for (let count = 2; used.has(name); count += 1) name = `${declaration.name}${count}`
    names.set(declaration, name)
    used.add(name)
  }
  return names
}

function render(modules, declaration, { names, isShown }) {
  let text = ''
  let from = 0
  for (const { name, at } of declaration.spots) {
    text += declaration.text.slice(from, at) + (names.get(modules.findLocal(declaration.path, name)) ?? name)
    from = at + name.length
  }
  return `${declaration.comment}${isShown ? 'export ' : ''}${text}${declaration.text.slice(from)}`
}
