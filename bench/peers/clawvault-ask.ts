/** Holds a vault of ClawVault open and answers queries: each a line of JSON, in and out. */
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

interface Library {
  ClawVault: new (
    root: string,
  ) => {
    load(): Promise<void>
    find(query: string, options: { limit: number }): Promise<{ document: { path: string } }[]>
  }
}

const [library = '', root = ''] = process.argv.slice(2)
const { ClawVault } = (await import(pathToFileURL(library).href)) as Library
const vault = new ClawVault(root)
await vault.load()

for await (const line of createInterface({ input: process.stdin })) {
  const found = await vault.find(JSON.parse(line) as string, { limit: 30 })
  process.stdout.write(`${JSON.stringify(found.map(({ document }) => document.path))}\n`)
}
