/** Where the notes are: a folder of notes itself, or those that the settings of basic-memory name. */
import { readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readEnvironment } from '../../../config/environment.ts'
import { MemoError } from '../../../lib/errors.ts'
import { isJsonObject } from '../../../lib/json-object.ts'
import { decodeUtf8 } from '../../../lib/utf8.ts'
import type { ProblemItem, SkippedItem } from '../source.ts'
import { parseJsonObject } from './json-object.ts'

export interface BasicMemoryProject {
  folder: string
  /** What origins begin with. */
  label: string
  /** Known from the settings only. */
  name?: string
}

/** Throws NOT_FOUND where there is nothing, REFUSED for a file that is no settings. */
export function findBasicMemoryProjects(path: string, cwd: string): (BasicMemoryProject | ProblemItem | SkippedItem)[] {
  const given = resolve(cwd, path)
  const isSettings = isFile(given)
  const settings = isSettings ? given : join(given, 'config.json')
  const projects = isFile(settings) ? readProjects(settings) : undefined
  if (projects !== undefined) return projects.map(([name, folder]) => toProject(name, folder))
  if (isSettings) throw new MemoError('REFUSED', `${path} is neither a folder nor the settings of basic-memory`)
  if (!isFolder(given)) throw new MemoError('NOT_FOUND', `there is no folder ${path}`)
  return [{ folder: given, label: basename(given) }]
}

function toProject(name: string, folder: unknown): BasicMemoryProject | ProblemItem | SkippedItem {
  if (typeof folder !== 'string' || folder === '') return { origin: name, skipped: 'its notes are not on this machine' }
  const place = resolve(folder.replace(/^~(?=$|[/\\])/, readEnvironment().home))
  return isFolder(place)
    ? { folder: place, label: name, name }
    : { origin: name, problem: `there is no folder ${folder}` }
}

/** Undefined for a file that says nothing of projects: then it lies among notes. */
function readProjects(file: string): [name: string, folder: unknown][] | undefined {
  const projects = parseJsonObject(decodeUtf8(readFileSync(file)) ?? '')?.projects
  if (!isJsonObject(projects)) return undefined
  // Older versions give the path alone, newer ones an object.
  return Object.entries(projects).map(([name, value]) => [name, isJsonObject(value) ? value.path : value])
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
