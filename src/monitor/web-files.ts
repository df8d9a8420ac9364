/** The files of the web page, as the build left them: whatever lies in `dist/web`, and nothing from elsewhere. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packagePath } from '../lib/package-path.ts'
import { pageHeaders } from './response-headers.ts'

export interface WebFiles {
  /** The answer for a path; undefined where there is no such file. */
  find(path: string, ifNoneMatch: string | undefined): Response | undefined
}

interface WebFile {
  bytes: Buffer<ArrayBuffer>
  headers: { [name: string]: string }
}

const types: { readonly [ending: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Read when they are first asked for, and again after a build. */
export function webFiles(folder: string = packagePath('dist/web')): WebFiles {
  let files: ReadonlyMap<string, WebFile> = new Map()
  let readAt: number | undefined
  const refresh = (): void => {
    const builtAt = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (builtAt === readAt) return
    files = builtAt === undefined ? new Map() : readFiles(folder)
    readAt = builtAt
  }
  return {
    find: (path, ifNoneMatch) => {
      refresh()
      const file = files.get(path === '/' ? '/index.html' : path)
      if (file === undefined) return undefined
      const { bytes, headers } = file
      if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers })
      return new Response(bytes, { headers })
    },
  }
}

function readFiles(folder: string): Map<string, WebFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length).replaceAll('\\', '/'), toFile(entry.name, readFileSync(path))] as const
    }),
  )
}

function toFile(name: string, bytes: Buffer<ArrayBuffer>): WebFile {
  // A name with a hash in it is never given to other bytes.
  const isHashed = /[.-][A-Za-z0-9_]{8,}\.[a-z0-9]+(?:\.map)?$/.test(name)
  const headers = {
    ...pageHeaders,
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  }
  return { bytes, headers }
}
