/** Bundles the web page of `memo serve`: the page, and one style and one script with a hash in each name. */
import { join } from 'node:path'
import { build } from 'vite'

/** The files with their paths in `outdir`; the page comes last, because the server reads all anew when it changes. */
export async function bundleWebPage(root, outdir) {
  const { output } = await build({
    root: join(root, 'src/monitor/web'),
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      outDir: outdir,
      assetsDir: '.',
      target: ['chrome109', 'firefox115', 'safari16.4'],
      // There is one script, so nothing to fetch ahead.
      modulePreload: false,
    },
  })
  const files = output.map(({ fileName, code, source, moduleIds }) => ({
    path: join(outdir, fileName),
    contents: code ?? source,
    modules: moduleIds,
  }))
  return files.sort((a, b) => Number(a.path.endsWith('.html')) - Number(b.path.endsWith('.html')))
}
