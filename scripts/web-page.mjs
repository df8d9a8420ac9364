/** Bundles the web page of `memo serve`: one style, one script, each with a hash in its name, and the page that names them. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const source = 'src/monitor/web'

/** The files, as esbuild gives them; the page comes last, because the server reads all anew when it changes. */
export async function bundleWebPage(root, outdir) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: `${source}/main.tsx`, out: 'main' },
      { in: `${source}/style/main.css`, out: 'main' },
    ],
    outdir,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['chrome109', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return [...outputFiles, toPage(join(root, source, 'index.html'), outdir, outputFiles)]
}

function toPage(template, outdir, outputFiles) {
  const names = outputFiles.map(({ path }) => basename(path))
  const page = readFileSync(template, 'utf8').replace(/"main(\.css|\.js)"/g, (_, ending) =>
    JSON.stringify(`/${names.find((name) => name.endsWith(ending))}`),
  )
  return { path: join(outdir, 'index.html'), contents: Buffer.from(page) }
}
