/**
 * Which paths, relative to a vault and with `/`, may come from elsewhere: out of a backup, or from another clone. Asked
 * as any system reads names, because on the next one letter case may not count.
 */

/**
 * Whether it is below the vault and not git's own. Git refuses the others when it writes files; here memo writes them. A
 * name that is no UTF-8 comes as text that is none, and has no file to be written to.
 */
export function isInside(path: string): boolean {
  if (!path.isWellFormed()) return false
  if (path.includes('\\') || path.includes('\0') || /^[a-z]:/i.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGitFolder(part))
}

/** Some file systems pass over invisible characters, letter case, dots and blanks at the end. */
function isGitFolder(name: string): boolean {
  return /^(\.git|git~\d+)[. ]*$/.test(toPlain(name).replace(/:.*$/, ''))
}

/** Whether it belongs to one machine: the index, what `.sync` holds, a file that is being written. */
export function isOfMachine(path: string): boolean {
  const plain = toPlain(path)
  return isLocal(path) || plain.startsWith('memo.sqlite') || plain.endsWith('.tmp')
}

/** Whether it is `.sync` or below it. */
export function isLocal(path: string): boolean {
  return toPlain(path.split('/')[0] ?? '').replace(/[. ]+$/, '') === '.sync'
}

function toPlain(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
}
