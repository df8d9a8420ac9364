import { expect, test } from 'vitest'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { openHost } from '../../src/tui/vault-host.ts'
import { type BaseSearch, toVerbs, type Verbs } from '../../src/tui/verbs.ts'
import { get, makeVault, put } from '../support/vault.ts'

const base: BaseSearch = {
  ...noNarrowing,
  ...{ kinds: undefined, statuses: undefined, includeScratch: false, includeExpired: false, asOf: undefined },
  ...{ projects: [], allProjects: false, cwd: '/', scan: 'none' },
}

async function withVerbs<Result>(root: string, work: (verbs: Verbs) => Promise<Result>): Promise<Result> {
  const host = await openHost(root, '/')
  try {
    return await work(toVerbs(host, base))
  } finally {
    await host.close()
  }
}

const acme = { label: 'acme', projects: ['acme'], allProjects: false }

test('a new record changes none that is there', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { kind: 'note', title: 'Ports', body: 'The API listens on 8080.' })
  await withVerbs(root, async (verbs) => {
    const again = { kind: 'note', title: 'Ports', body: 'Of the harbour.' } as const
    await expect(verbs.write(again, acme)).rejects.toMatchObject({ code: 'REFUSED' })
    expect(await verbs.write({ ...again, body: 'The API listens on 8080.' }, acme)).toMatchObject({ changed: false })
  })
  expect((await get(vault, 'ports')).records[0]?.body).toBe('The API listens on 8080.')
})

test('a new record is of the project that the list shows', async () => {
  const { root } = await makeVault()
  await withVerbs(root, async (verbs) => {
    const note = { kind: 'note', title: 'Quay', body: 'Long.' } as const
    expect(await verbs.write(note, acme)).toMatchObject({ projectId: 'acme' })
    const harbor = { label: 'harbor', projects: ['harbor'], allProjects: false }
    expect(await verbs.write(note, harbor)).toMatchObject({ projectId: 'harbor' })
  })
})
