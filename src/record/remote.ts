/**
 * One name for one git remote: every protocol and clone form of it is folded to `host/path`, so that clones made over
 * ssh and https belong to one project. User names, passwords, tokens, ports and queries never get into the name.
 */
import { toProjectId } from './ids.ts'

/** Hosts that exist only to offer ssh on port 443, and the host whose repositories they serve. */
const hostByAlternative = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['www.bitbucket.org', 'bitbucket.org'],
])

/** `host/path`, lower-case; undefined for a folder of this machine and for what is no address. */
export function normalizeRemote(url: string): string | undefined {
  const text = url.trim()
  const address = findCodeCommitHelper(text) ?? findUrl(text) ?? findScpForm(text)
  if (address === undefined || address.path === '') return undefined
  return foldAzure(address) ?? foldCodeCommit(address) ?? `${address.host}/${address.path}`
}

/**
 * The project id of a remote: `github.com-org-repo`. Readable rather than reversible: `a-b/c` and `a/b-c` give the same
 * id, so whoever registers a project compares the stored `normalizeRemote` and takes another id if it differs.
 */
export function toRemoteProjectId(url: string): string | undefined {
  const remote = normalizeRemote(url)
  return remote === undefined ? undefined : toProjectId(remote)
}

interface Address {
  host: string
  path: string
  user: string
}

/** `codecommit::region://profile@repo`, the form of git-remote-codecommit. */
function findCodeCommitHelper(text: string): Address | undefined {
  const match = /^codecommit::([a-z0-9-]+):\/\/(?:[^@/]*@)?([^/]+)\/*$/i.exec(text)
  if (match === null) return undefined
  return toAddress(`git-codecommit.${match[1]}.amazonaws.com`, `v1/repos/${match[2]}`)
}

function findUrl(text: string): Address | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(text)
  if (match === null || match[1]?.toLowerCase() === 'file') return undefined
  const [, , authority = '', path = ''] = match
  const [, user = '', host = ''] = /^(?:(.*)@)?(\[[^\]]*\]|[^:@]+)(?::\d*)?$/.exec(authority) ?? []
  return toAddress(host, decode(path), user)
}

/** `user@host:path`. One letter before the colon is a Windows drive, a slash before it makes it a local path. */
function findScpForm(text: string): Address | undefined {
  if (text.includes('://') || text.includes('::')) return undefined
  const match = /^(?:([^/\\[]*)@)?(\[[^\]/]+\]|[^:/\\@[\]]{2,}):(.+)$/.exec(text)
  if (match === null) return undefined
  const [, user = '', host = '', path = ''] = match
  const [, innerUser, innerHost] = /^\[(?:([^@]*)@)?([^:@]+)(?::\d+)?\]$/.exec(host) ?? []
  return toAddress(innerHost ?? host, decode(path), innerUser ?? user)
}

function toAddress(host: string, path: string, user = ''): Address | undefined {
  const plainHost = host.toLowerCase().replace(/\.$/, '')
  if (!/^[\p{L}\p{N}._-]+$|^\[[0-9a-f:.]+\]$/u.test(plainHost)) return undefined
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  const plainPath = segments.join('/').normalize('NFC').toLowerCase()
  return {
    host: hostByAlternative.get(plainHost) ?? plainHost,
    path: plainPath.replace(/(?:\/|^)\.git$|\.git$/, ''),
    user: user.replace(/:.*$/, '').toLowerCase(),
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A lone percent sign is part of the name.
    return path
  }
}

/** Azure DevOps: three hosts, an old and a new one for https; the organisation stands in host, path or user. */
function foldAzure({ host, path, user }: Address): string | undefined {
  const organization = /^(?:(.+)\.)?visualstudio\.com$/.exec(host)?.[1]
  if (host === 'ssh.dev.azure.com' || organization === 'vs-ssh') {
    return toAzure(path.startsWith('v3/') ? path.slice(3) : `${user}/${path}`)
  }
  if (host === 'dev.azure.com') return toAzure(path)
  return organization === undefined ? undefined : toAzure(`${organization}/${path}`)
}

/** A repository named as its project may leave the project out: `org/_git/repo`. */
function toAzure(path: string): string {
  const short = path.replace('/defaultcollection/', '/')
  const plain = short.replace(/\/_(?:git|ssh)\/(?:_full\/|_optimized\/)?/, '/_git/')
  const [, organization, repository] = /^([^/]+)\/_git\/([^/]+)$/.exec(plain) ?? []
  const full = repository === undefined ? plain.replace('/_git/', '/') : `${organization}/${repository}/${repository}`
  return `dev.azure.com/${full}`
}

function foldCodeCommit({ host, path }: Address): string | undefined {
  const region = /^git-codecommit(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(host)?.[1]
  if (region === undefined) return undefined
  return `git-codecommit.${region}.amazonaws.com/${path.replace(/^v1\/repos\//, '')}`
}
