/**
 * Which project a working directory belongs to: a `.memo.json` above it, else its git remote, else its path.
 * Reads a handful of files and starts no process, because every command begins with it. Writes nothing.
 */
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../lib/hash.ts'
import { isJsonObject } from '../lib/json-object.ts'
import { toRealPath } from '../lib/real-path.ts'
import { findRepositoryAt, isWorkTree, type Repository, readSmallFile } from './git-directory.ts'
import { isId, slugify } from './ids.ts'
import { normalizeRemote, toRemoteProjectId } from './remote.ts'

export const projectFileName = '.memo.json'

/** A clone of a clone of a clone is still the first one's project; longer chains are most likely a circle. */
const maxHops = 3

export interface ProjectIdentity {
  id: string
  source: 'file' | 'git' | 'path'
  /** Real path of the folder that the project's relative paths count from. */
  root: string
  /** `host/path` of the git remote, also when the id comes from a file. */
  remote?: string
  /** What git or the path say. Differs from `id` only where a file names the project: the file may come with a clone. */
  ownId: string
  /** Sentences for the user about what was found and not honoured. */
  notices: string[]
}

export interface IdentityOptions {
  /** A vault is a git repository but never a project. */
  vault?: string | undefined
  /** What `~` means in a remote that is a folder. */
  home?: string | undefined
}

/**
 * Never throws. The alias chain, and whether the vault knows a file's id under another remote than `remote`, are the
 * caller's to check: an id from a file is a claim of whoever wrote the repository.
 */
export function findProject(cwd: string, options: IdentityOptions = {}): ProjectIdentity {
  const start = toRealPath(cwd)
  const notices: string[] = []
  const { named, repository } = walkUp(start, options, notices)
  const own = identify(start, repository, options.home)
  if (named === undefined) return { ...own, ownId: own.id, notices }
  return { ...own, id: named.id, source: 'file', root: named.folder, ownId: own.id, notices }
}

interface Named {
  id: string
  folder: string
}

interface Surroundings {
  named: Named | undefined
  repository: Repository | undefined
}

/** From the working directory to the top of its repository, or of the file system where there is none. */
function walkUp(start: string, { vault }: IdentityOptions, notices: string[]): Surroundings {
  const vaultFolder = vault === undefined ? undefined : toRealPath(vault)
  let named: Named | undefined
  for (let folder = start, last = ''; folder !== last; last = folder, folder = dirname(folder)) {
    named ??= readProjectFile(folder, notices)
    const repository = folder === vaultFolder ? undefined : findRepositoryAt(folder)
    if (repository === undefined) continue
    if (isEmbedded(folder)) {
      notices.push(`${folder} looks like a git repository inside of another one, and is taken as a folder of that`)
      continue
    }
    if (repository.fault !== undefined) notices.push(repository.fault)
    return { named: named ?? readProjectFileAbove(folder, repository.root, notices), repository }
  }
  return { named, repository: undefined }
}

/**
 * A bare repository below another one's work tree is made of ordinary files, so it may have come with a clone and say
 * of itself what it likes (git: `safe.bareRepository`). What lies in a `.git` folder never comes with one.
 */
function isEmbedded(folder: string): boolean {
  if (isWorkTree(folder) || folder.split(sep).includes('.git')) return false
  for (let above = dirname(folder), last = folder; above !== last; last = above, above = dirname(above)) {
    if (isWorkTree(above)) return true
  }
  return false
}

/** Inside a `.git` folder the walk meets the repository one step before its top folder. */
function readProjectFileAbove(folder: string, root: string, notices: string[]): Named | undefined {
  return dirname(folder) === root ? readProjectFile(root, notices) : undefined
}

/** The file comes with the product's repository, so it may say one thing only: the project's id. */
function readProjectFile(folder: string, notices: string[]): Named | undefined {
  const path = join(folder, projectFileName)
  const text = readSmallFile(path)
  if (text === undefined) return undefined
  const settings = parseObject(text)
  const id = typeof settings?.project === 'string' ? foldCaseAndBlanks(settings.project) : ''
  if (settings === undefined || !isId(id)) {
    notices.push(
      `${path} is ignored: it should read {"project": "<id>"}, the id in lower-case letters, digits, ". _ -"`,
    )
    return undefined
  }
  const others = Object.keys(settings).filter((key) => key !== 'project' && key !== '$schema')
  if (others.length > 0) notices.push(`${path} can only name the project; ${others.length} other settings are ignored`)
  return { id, folder }
}

function parseObject(text: string): { project?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isJsonObject(value) ? value : undefined
  } catch {
    // Not JSON: the caller tells the user.
    return undefined
  }
}

function foldCaseAndBlanks(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-')
}

type OwnIdentity = Omit<ProjectIdentity, 'ownId' | 'notices'>

function identify(start: string, repository: Repository | undefined, home: string | undefined): OwnIdentity {
  if (repository === undefined) return { id: toPathId(start), source: 'path', root: start }
  const root = toRealPath(repository.root)
  const origin = followLocalRemotes(repository, home)
  const url = pickRemote(origin)
  const remote = normalizeRemote(url)
  const id = toRemoteProjectId(url)
  if (remote === undefined || id === undefined) return { id: toPathId(toRealPath(origin.home)), source: 'path', root }
  return { id, source: 'git', root, remote }
}

/** The repository that this one was cloned from on the same machine, and so on; itself if the chain does not end. */
function followLocalRemotes(repository: Repository, home: string | undefined): Repository {
  let current = repository
  for (let hop = 0; hop <= maxHops; hop++) {
    const next = findLocalRemote(current, home)
    if (next === undefined) return current
    current = next
  }
  return repository
}

function findLocalRemote(repository: Repository, home: string | undefined): Repository | undefined {
  const url = pickRemote(repository)
  const folder = normalizeRemote(url) === undefined ? findFolder(url, repository.home, home) : undefined
  if (folder === undefined) return undefined
  return findRepositoryAt(toRealPath(folder)) ?? findRepositoryAt(toRealPath(`${folder}.git`))
}

function pickRemote({ remotes }: Repository): string {
  return remotes.get('origin') ?? remotes.get('upstream') ?? remotes.values().next().value ?? ''
}

function findFolder(url: string, base: string, home: string | undefined): string | undefined {
  if (url === '') return undefined
  if (/^file:/i.test(url)) return findFilePath(url)
  if (home !== undefined && url.startsWith('~/')) return join(home, url.slice(2))
  return isAbsolute(url) ? url : resolve(base, url)
}

function findFilePath(url: string): string | undefined {
  try {
    return fileURLToPath(url)
  } catch {
    // A file URL with a host names another machine.
    return undefined
  }
}

/** Readable by its name, unique by its path; the accents of the path are in one form, as systems differ in it. */
function toPathId(path: string): string {
  const name = basename(path).replace(/\.git$/i, '')
  return `local-${slugify(name === '' ? 'root' : name)}-${sha256(path.normalize('NFC')).slice(0, 8)}`
}
