/** What stands for the values that no list in the manifest closes, by the name of the flag or argument that takes them. */

export type Source =
  | 'record'
  | 'record-or-file'
  | 'tag'
  | 'facet'
  | 'entity'
  | 'project'
  | 'profile'
  | 'setting'
  | 'setting-value'
  | 'files'
  | 'folders'

/** By the flag's name, whatever the command. */
export const flagSources: { readonly [flag: string]: Source } = {
  project: 'project',
  vault: 'folders',
  tag: 'tag',
  facet: 'facet',
  entity: 'entity',
  profile: 'profile',
  compare: 'profile',
  path: 'files',
  'path-pattern': 'files',
  'body-file': 'files',
  'passphrase-file': 'files',
  'token-file': 'files',
  batch: 'files',
  write: 'files',
  out: 'files',
  key: 'files',
  id: 'record',
  slug: 'record',
  record: 'record',
  supersedes: 'record',
  'hit-ids': 'record',
}

/** By the argument's name, or by command and argument where a name means something else there. */
export const argumentSources: { readonly [argument: string]: Source } = {
  name: 'record',
  names: 'record',
  file: 'files',
  path: 'files',
  queries: 'files',
  folder: 'folders',
  dir: 'folders',
  key: 'setting',
  value: 'setting-value',
  'restore names': 'record-or-file',
  'link from': 'record',
  'link to': 'record',
  'unlink from': 'record',
  'unlink to': 'record',
  'profiles name': 'profile',
  'project:alias alias': 'project',
  'project:alias target': 'project',
  'project:bind id': 'project',
}

export function sourceOfArgument(commandId: string, name: string): Source | undefined {
  return argumentSources[`${commandId} ${name}`] ?? argumentSources[name]
}
