/** What is published, and nothing else: the files, what they ask for when they run, and the terms of what they hold. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { packageRoot } from './support/cli.ts'

interface Packed {
  size: number
  unpackedSize: number
  files: { path: string; size: number }[]
}

const packageJson = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
const packed = pack()
const paths = packed.files.map(({ path }) => path)

/**
 * What may be in it. Sources, maps, tests, the sample and the pages of `docs/` stay out: the program needs none of them, the
 * manual page and `--help` say what an offline reader needs, and the pages link to files that are not here.
 */
const wanted = [
  /^(package\.json|README\.md|LICENSE|\.oclif\.manifest\.json)$/,
  /^bin\/(run\.js|package\.json)$/,
  /^completion\/(_memo|memo\.bash|memo\.fish)$/,
  /^data\/words\.bin$/,
  /^man\/memo\.1$/,
  /^dist\/main\.cjs$/,
  /^dist\/(completer|index|schemas)\.js$/,
  /^dist\/(index|schemas)\.d\.ts$/,
  /^dist\/third-party\.txt$/,
  /^dist\/commands\/[a-z/-]+\.js$/,
  /^dist\/chunks\/[\w.-]+\.js$/,
  /^dist\/chunks\/(start|write)-[0-9a-f]{8}\.cjs$/,
  /^dist\/oclif\/[\w.-]+\.cjs$/,
  /^dist\/web\/[\w.-]+\.(css|html|js)$/,
]

test('the package holds what the rule says, and each of it', () => {
  expect(paths.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([])
  expect(wanted.filter((pattern) => !paths.some((path) => pattern.test(path)))).toEqual([])
})

test('the package is small', () => {
  // Packed 3.9 MB, unpacked 8.3 MB, of which the word vectors are 2.5 and 2.8: room for a tenth more, not for a mistake.
  expect(packed.size).toBeLessThan(4.3e6)
  expect(packed.unpackedSize).toBeLessThan(9.2e6)
  const large = packed.files.filter(({ size }) => size > 1e6).map(({ path }) => path)
  expect(large).toEqual(['data/words.bin'])
})

test('what package.json names is there', () => {
  const { bin, man, types, exports } = packageJson
  const named = [Object.values(bin), man, types, Object.values(exports).map((target) => Object.values(Object(target)))]
  const files = named.flat(3).filter((path) => String(path).startsWith('./'))
  expect(files).toHaveLength(7)
  for (const file of files) expect(paths).toContain(String(file).slice(2))
})

test('what is imported when it runs is a part of Node, of the package, or a dependency', () => {
  const asked = new Set<string>()
  for (const path of paths.filter((file) => /^(bin|dist(?!\/web))\/.*\.c?js$/.test(file))) {
    for (const target of listImports(path)) {
      if (target.startsWith('.'))
        expect(existsSync(resolve(packageRoot, dirname(path), target)), `${path}: ${target}`).toBe(true)
      else if (!isBuiltin(target)) asked.add(target)
    }
  }
  expect([...asked]).toEqual(['better-sqlite3'])
  expect(Object.keys(packageJson.dependencies)).toEqual([...asked])
})

test('the terms of what is bundled go along, and are ones that ask for no more than that', () => {
  const text = readFileSync(join(packageRoot, 'dist/third-party.txt'), 'utf8')
  const terms = [...text.matchAll(/^-{80}\n\n\S+ \S+ \((.+)\)\n\n(.*)$/gm)]
  expect(terms.length).toBeGreaterThan(100)
  expect(terms.filter(([, , first]) => first === '')).toEqual([])
  const free = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MPL-2\.0 OR Apache-2\.0\))$/
  expect(terms.filter(([, name = '']) => !free.test(name)).map(([line]) => line)).toEqual([])
  const bundled = globSync('dist/**/*.{js,cjs}', { cwd: packageRoot }).flatMap((path) => {
    const code = readFileSync(join(packageRoot, path), 'utf8')
    return [...code.matchAll(/(?:^|[/ ])node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+\.(?:[cm]?js|json)$/gm)].map(
      ([, name]) => name,
    )
  })
  expect(bundled.length).toBeGreaterThan(100)
  for (const name of new Set(bundled)) expect(text).toContain(`\n${name} `)
})

function pack(): Packed {
  const npm = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  const answer: unknown = JSON.parse(npm.stdout)
  // npm 11 gives a list, npm 12 an object by name.
  return Object.values(answer as { [name: string]: Packed })[0] as Packed
}

/** By `import` and by `require`, however that is called; a look-up that may fail (`require.resolve`) asks for nothing. */
function listImports(path: string): string[] {
  const targets: string[] = []
  const note = (node: { type: string; value?: unknown } | null | undefined): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') targets.push(node.value)
  }
  const { program } = parseSync(path, readFileSync(join(packageRoot, path), 'utf8'), { preserveParens: false })
  new Visitor({
    ImportDeclaration: ({ source }) => note(source),
    ExportNamedDeclaration: ({ source }) => note(source),
    ExportAllDeclaration: ({ source }) => note(source),
    ImportExpression: ({ source }) => note(source),
    CallExpression: ({ callee, arguments: [first] }) => {
      const isMade = callee.type === 'CallExpression' && /createRequire$/.test(nameOf(callee.callee))
      if (isMade || /^(__)?require$/.test(nameOf(callee))) note(first)
    },
  }).visit(program)
  return targets
}

function nameOf(node: { type: string; name?: unknown; property?: unknown; expressions?: unknown }): string {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MemberExpression') return nameOf(node.property as Parameters<typeof nameOf>[0])
  return node.type === 'SequenceExpression'
    ? nameOf((node.expressions as Parameters<typeof nameOf>[0][]).at(-1) ?? node)
    : ''
}
