/** The worker as one bundle: it is started thousands of times, and loading the sources takes longer than its work. */
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { packageRoot } from '../support/cli.ts'

let made: Promise<string> | undefined

/** Path of the program, bundled anew once in each run. */
export function bundleWorker(): Promise<string> {
  made ??= bundle()
  return made
}

async function bundle(): Promise<string> {
  const bundled = await rolldown({
    cwd: packageRoot,
    input: 'test/torture/worker.ts',
    platform: 'node',
    external: ['better-sqlite3', 'react-devtools-core'],
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  })
  const folder = join(packageRoot, '.cache/torture')
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
  await bundled.write({ dir: folder, format: 'esm', ...names })
  return join(folder, 'worker.mjs')
}
