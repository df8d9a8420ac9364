/**
 * The notices of what is bundled: nearly every licence asks that its text goes along with the code, and the packages do not,
 * because nobody who installs memo installs them.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const title = `What memo is built with, and the terms of each. Nothing of it is changed but by bundling. The word vectors in
data/words.bin are derived from GloVe 6B (Pennington, Socher, Manning 2014), which is in the public domain (PDDL 1.0).
`

/** `modules` are the paths of what went into the bundles; gives the text of one file. */
export function toNotices(modules) {
  const folders = new Set(modules.map(findPackage).filter((folder) => folder !== undefined))
  const notices = [...folders].map(readNotice)
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  return [title, ...sorted.map(([heading, { terms, text }]) => `${heading} (${terms})\n\n${text}\n`)].join(
    `\n${line}\n\n`,
  )
}

const line = '-'.repeat(80)

/** The folder of the innermost package that a module lies in; undefined for a module of our own. */
function findPackage(module) {
  const path = module.replace(/^\0/, '').replace(/\?.*$/, '')
  const mark = `${sep}node_modules${sep}`
  const at = path.lastIndexOf(mark)
  if (at === -1) return undefined
  const [scope, name] = path.slice(at + mark.length).split(sep)
  return path.slice(0, at) + mark + (scope.startsWith('@') ? join(scope, name) : scope)
}

function readNotice(folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = globSync('{licen[cs]e,copying,notice}*', { cwd: folder, nocase: true }).sort()
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const source = [author?.name ?? author, repository?.url ?? repository].filter((said) => said !== undefined)
  return { name, version, terms: license, text: texts.length > 0 ? texts.join('\n\n') : source.join('\n') }
}
