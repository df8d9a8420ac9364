/**
 * Bundles the sources into `dist/`: one entry per command and for the library, what they share in chunks, the types of the
 * library, the web page, and the terms of what all this is made with. Files are written before stale ones are removed, so
 * that a `memo` that runs meanwhile finds a whole bundle. Then oclif writes the manifest, unless `--keep-manifest` leaves
 * the committed one for a test to judge.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { builtinModules } from './builtin-modules.mjs'
import { bundleDeclarations } from './declarations/bundle.mjs'
import { hotModules } from './hot-modules.mjs'
import { bundleOclifParts, lateOclif } from './oclif/late-oclif.mjs'
import { toScript } from './start-script.mjs'
import { toNotices } from './third-party.mjs'
import { bundleWebPage } from './web-page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

const library = ['index', 'schemas']
/** What agents call in hooks (`hotCommands` in `src/main.ts`): compiled code is kept for each of them. */
const hotCommands = ['search', 'get', 'bootstrap']
/** What they write with. */
const writeCommands = ['upsert', 'add']
/** Commands for each of which the compiled code of the start and of writing is kept apart. */
const keptCommands = [...hotCommands, ...writeCommands]
const files = [
  ...(await bundleProgram()),
  ...bundleDeclarations(root, dist, library),
  ...(await bundleWebPage(root, join(dist, 'web'))),
]
files.push({ path: join(dist, 'third-party.txt'), contents: toNotices(files.flatMap(({ modules = [] }) => modules)) })
for (const { path, contents } of files) writeIfChanged(path, Buffer.from(contents))
removeStale(new Set(files.map(({ path }) => path)))
if (!process.argv.includes('--keep-manifest')) writeManifest()

async function bundleProgram() {
  const named = ['main', 'completer', ...library].map((name) => `src/${name}.ts`)
  const entries = [...named, ...globSync('src/commands/**/*.{ts,tsx}', { cwd: root })]
  const oclif = lateOclif(dist)
  const source = (name) => join(root, `src/${name}.ts`)
  const start = hotModules('start', [source('main')])
  const commit = hotModules('commit', [source('vault/committing/commit-held')])
  const writing = hotModules('write', [...writeCommands.map((name) => `commands/${name}`), 'vault/readers'].map(source))
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((file) => [file.replace(/^src\/|\.tsx?$/g, ''), join(root, file)])),
    platform: 'node',
    external: ['better-sqlite3'],
    resolve: {
      // What its `main` names asks for its own files by a `require` that the bundler does not see.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    transform: {
      target: 'node22',
      // The bundle behaves the same whatever NODE_ENV the caller has.
      // So does Ink, which would look for the developer tools of React where DEV is set.
      define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    },
    plugins: [oclif.plugin, noDevtools(), builtinModules(), start.plugin, commit.plugin, writing.plugin],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    codeSplitting: { groups: [start.group, commit.group, writing.group] },
  })
  const runtime = output.find(({ name }) => name === 'rolldown-runtime')
  // What starts the program takes that from the script itself.
  const chunks = output.filter(({ fileName }) => fileName !== 'main.js')
  const program = chunks.flatMap((chunk) =>
    toWritten(chunk, runtime).map(({ fileName, code }) => ({ fileName, code, modules: chunk.moduleIds })),
  )
  const script = program.find(({ fileName }) => /^chunks\/start-[0-9a-f]{8}\.cjs$/.test(fileName))
  const files = [...program, await bundleStart(script)]
  return [
    ...files.map(({ fileName, code, modules }) => ({ path: join(dist, fileName), contents: code, modules })),
    ...(await bundleOclifParts(oclif.names, dist)),
  ]
}

function toWritten(chunk, runtime) {
  if (chunk.name === 'start') return toScript(chunk, { runtime })
  return chunk.name === 'write' ? toScript(chunk, { runtime, commands: keptCommands }) : [chunk]
}

/** The file that runs the script of the start. */
async function bundleStart({ fileName: script }) {
  const bundle = await rolldown({
    cwd: root,
    input: { main: join(root, 'src/start.ts') },
    platform: 'node',
    transform: {
      target: 'node22',
      define: { startScript: JSON.stringify(`./${script}`), keptCommands: JSON.stringify(keptCommands) },
    },
  })
  const { output } = await bundle.generate({ format: 'cjs', entryFileNames: '[name].cjs', comments: false })
  const [{ fileName, code, moduleIds }] = output
  return { fileName, code, modules: moduleIds }
}

/** What Ink would load where DEV is set, which the bundle says it is not. */
function noDevtools() {
  const load = (id) => (/[\\/]ink[\\/]build[\\/]devtools\.js$/.test(id) ? 'export {}' : undefined)
  return { name: 'no-devtools', load }
}

function writeManifest() {
  const oclif = join(root, 'node_modules/oclif/bin/run.js')
  execFileSync(process.execPath, [oclif, 'manifest', root], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  sortManifest(join(root, '.oclif.manifest.json'))
}

/** oclif lists commands as the folder gives them, which differs from one run to the next. */
function sortManifest(path) {
  const { commands, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  const sorted = Object.fromEntries(Object.entries(commands).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify({ commands: sorted, ...rest }, null, 2)}\n`)
}

function writeIfChanged(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
}

function removeStale(fresh) {
  for (const file of globSync('**/*.{cjs,css,html,js,ts}', { cwd: dist })) {
    const path = join(dist, file)
    if (!fresh.has(path)) rmSync(path)
  }
}
