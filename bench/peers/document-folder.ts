/** Documents as files of one folder, and as the title and text that programs without files want. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TextDocument {
  title: string
  text: string
  /** The whole file, where that is more than title and text. */
  file?: string
}

export interface NamedDocument extends TextDocument {
  /** Of the file, without `.md`. */
  name: string
}

export interface DocumentFolder {
  folder: string
  documents: readonly NamedDocument[]
  megabytes: number
  /** Of all files in their order: two runs with the same had the same documents. */
  sha256: string
}

/** Writes `d00001.md` and so on. */
export function writeDocuments(folder: string, documents: readonly TextDocument[]): DocumentFolder {
  mkdirSync(folder, { recursive: true })
  const hash = createHash('sha256')
  let bytes = 0
  const named = documents.map((document, index) => {
    const name = `d${String(index + 1).padStart(5, '0')}`
    const file = document.file ?? (document.title === '' ? '' : `# ${document.title}\n\n`) + document.text
    writeFileSync(join(folder, `${name}.md`), `${file}\n`)
    hash.update(`${file}\n`)
    bytes += Buffer.byteLength(file) + 1
    return { ...document, name }
  })
  return { folder, documents: named, megabytes: bytes / 1e6, sha256: hash.digest('hex') }
}
