/**
 * What `bin/run.js` loads: runs the script of the start. It is bundled as CommonJS by itself, because Node's loader of modules takes 4 ms
 * of the processor, and a search needs none. What is loaded later takes what it shares with the start from here.
 */
import { pathToFileURL } from 'node:url'
import { openScript } from './code-cache.ts'

/** Put in by the build: where the script is, seen from here, and the commands for each of which compiled code is kept apart. */
declare const startScript: string
declare const keptCommands: readonly string[]

const script = new URL(startScript, pathToFileURL(__filename))

/** What the chunk of the start exports. */
export const start = openScript(script, keptCommands)((path: string) => import(new URL(path, script).href), script.href)

export { openScript }
