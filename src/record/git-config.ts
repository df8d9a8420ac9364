/**
 * Reads what the project identity needs from the text of a git config file: the remotes and the work tree.
 * Follows no includes and applies no `insteadOf`; both live outside the repository.
 */

export interface GitConfig {
  /** First URL of each remote, in file order. */
  remotes: Map<string, string>
  worktree: string | undefined
}

export function parseGitConfig(text: string): GitConfig {
  const config: GitConfig = { remotes: new Map(), worktree: undefined }
  let section = ''
  for (const line of joinContinued(text).split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line)
    if (header !== null) section = toSection(header[1] ?? '', header[2])
    const [, key = '', value = ''] = /^\s*([a-z][\w-]*)\s*=(.*)$/i.exec(line.slice(header?.[0].length ?? 0)) ?? []
    assign(config, section, key.toLowerCase(), toValue(value))
  }
  return config
}

function joinContinued(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/(?<!\\)\\\n/g, '')
}

/** Section names ignore case, the quoted part does not; `[remote.origin]` is the old way to write it. */
function toSection(name: string, quoted: string | undefined): string {
  return quoted === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, '$1')}`
}

function assign(config: GitConfig, section: string, key: string, value: string): void {
  if (section === 'core' && key === 'worktree') config.worktree = value
  if (!section.startsWith('remote.') || key !== 'url' || value === '') return
  const remote = section.slice('remote.'.length)
  if (!config.remotes.has(remote)) config.remotes.set(remote, value)
}

/** Quotes go, escapes are resolved, and a comment starts only outside quotes. */
function toValue(raw: string): string {
  const parts = raw.trim().matchAll(/"((?:[^"\\]|\\.)*)"?|\\(.)|([#;].*)|([^"\\#;]+)/g)
  let value = ''
  for (const [, quoted, escaped, , plain] of parts) {
    value +=
      quoted === undefined
        ? resolveEscape(escaped) + (plain ?? '')
        : quoted.replace(/\\(.)/g, (_, char) => resolveEscape(char))
  }
  return value.trim()
}

function resolveEscape(char = ''): string {
  if (char === 'n') return '\n'
  return char === 't' ? '\t' : char
}
