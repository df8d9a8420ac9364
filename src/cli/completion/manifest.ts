/** What is used of oclif's manifest to complete a call. */

export interface ManifestFlag {
  name: string
  type: 'boolean' | 'option'
  char?: string
  aliases?: readonly string[]
  allowNo?: boolean
  hidden?: boolean
  multiple?: boolean
  delimiter?: string
  exclusive?: readonly string[]
  options?: readonly string[]
  summary?: string
}

export interface ManifestArgument {
  name: string
  multiple?: boolean
  options?: readonly string[]
}

export interface ManifestCommand {
  id: string
  hidden?: boolean
  summary?: string
  args: { readonly [name: string]: ManifestArgument }
  flags: { readonly [name: string]: ManifestFlag }
}

export interface Manifest {
  commands: { readonly [id: string]: ManifestCommand }
  /** What is said of a word that only begins names of commands. */
  topics: { readonly [name: string]: { description?: string } }
}
