/** A server on this machine that gives out the repositories below a folder over http or https, by git's own program for it. */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTempDir } from './temp-dir.ts'

export interface GitServer {
  /** Address of the folder. */
  address: string
  /** Path of what the server shows to prove who it is; empty over http. */
  certificate: string
  /** From now on everybody must log in. */
  demandLogin(): void
}

/** With `isSecure` over https, by a certificate that this run has made; `certificate` is where it stands. */
export async function serveGit(folder: string, isSecure = false): Promise<GitServer> {
  const program = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')
  let isClosed = false
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    if (isClosed) response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
    else answer(program, folder, request, response)
  }
  const identity = isSecure ? makeCertificate() : undefined
  const server = identity === undefined ? createServer(respond) : createSecureServer(readPair(identity), respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
    certificate: identity?.certificate ?? '',
    demandLogin: () => {
      isClosed = true
    },
  }
}

function makeCertificate(): { key: string; certificate: string } {
  const folder = makeTempDir()
  const pair = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...subject]
  execFileSync('openssl', [...made, '-keyout', pair.key, '-out', pair.certificate], { stdio: 'pipe' })
  return pair
}

function readPair({ key, certificate }: { key: string; certificate: string }) {
  return { key: readFileSync(key), cert: readFileSync(certificate) }
}

/** The program speaks CGI: headers, an empty line, the body. */
function answer(program: string, folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn(program, [], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: String(request.headers['content-type'] ?? ''),
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      REMOTE_USER: 'ada',
    },
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  const parts: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => parts.push(bytes))
  child.on('close', () => {
    const output = Buffer.concat(parts)
    const end = output.indexOf('\r\n\r\n')
    for (const line of output.toString('utf8', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.end(output.subarray(end + 4))
  })
}
