/** The records that are listed as resources, and a word to the clients when the list that they have read is an old one. */
import { toHarmless } from '../lib/harmless.ts'
import { noNarrowing } from '../record/narrowing.ts'
import { hasNews } from '../vault/has-news.ts'
import { listRecords } from '../vault/reading/list.ts'
import type { Vault } from '../vault/vault.ts'
import type { VaultHost } from './host.ts'

export interface ListedResource {
  uri: string
  /** The id. */
  name: string
  title: string
  /** The kind. */
  description: string
}

export interface ResourceList {
  /** The newest records of the project that the server stands in. */
  read(vault: Vault): Promise<ListedResource[]>
  /** Stops looking. */
  close(): void
}

/** Clients show the whole list, and some put it into the context; whatever is not in it is found by a search. */
const mostListed = 50
/** How often (ms) to look for what other processes wrote; a look costs one stat for each writer. */
const lookEveryMs = 5000

/** `announce` is called once for each change of a list that was read before. */
export function resourceList(host: VaultHost, announce: () => void): ResourceList {
  let known: string | undefined
  let looking = false
  const read = async (vault: Vault): Promise<ListedResource[]> => {
    const listed = await listNewest(vault, host)
    known = JSON.stringify(listed)
    return listed
  }
  const compare = async (vault: Vault): Promise<void> => {
    const before = known
    await read(vault)
    if (known !== before) announce()
  }
  const timer = setInterval(() => look((vault) => (hasNews(vault) ? compare(vault) : Promise.resolve())), lookEveryMs)
  timer.unref()
  host.onWrite(() => look(compare))
  return { read, close: () => clearInterval(timer) }

  /** Only while a client has a list, and never twice at once. */
  function look(how: (vault: Vault) => Promise<void>): void {
    if (known === undefined || looking) return
    looking = true
    const end = (): void => {
      looking = false
    }
    host.run(how).then(end, end)
  }
}

async function listNewest(
  vault: Vault,
  { cwd, project }: Pick<VaultHost, 'cwd' | 'project'>,
): Promise<ListedResource[]> {
  const { records } = await listRecords(vault, {
    ...noNarrowing,
    ...{ kinds: undefined, statuses: undefined, includeEphemeral: false, includeExpired: false },
    ...{ projects: project === undefined ? [] : [project], mayBeNew: true, allProjects: false, cwd },
    ...{ sort: 'updated', limit: mostListed, offset: 0 },
  })
  return records.map(({ id, projectId, kind, title }) => ({
    uri: `memo://${projectId}/${id}`,
    name: id,
    title: toHarmless(title),
    description: kind,
  }))
}
