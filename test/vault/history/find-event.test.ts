import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toMoment } from '../../../src/cli/moment-flag.ts'
import { encodeLine } from '../../../src/events/codec.ts'
import { findEvent } from '../../../src/vault/history/find-event.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeVault, put } from '../../support/vault.ts'

test('of an id that two writers have, one is named by its writer, as the error says', async () => {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'one', body: 'Text.' })
  const ours = allEvents(vault).at(-1)
  if (ours === undefined) throw new Error('an event')
  const { data, digest: _, crc: __, ...header } = ours
  mkdirSync(join(root, 'events/twin'))
  const { text } = encodeLine({ ...header, writer: 'twin', seq: 1, prev: '0'.repeat(64) }, data)
  writeFileSync(join(root, 'events/twin/000001.jsonl'), text)
  const [a, b] = [`${ours.writer}/${ours.id}`, `twin/${ours.id}`]
  await expect(findEvent(vault, ours.id)).rejects.toMatchObject({
    code: 'AMBIGUOUS',
    message: `2 writers have an event ${ours.id}`,
    hint: `name its writer: ${[a, b].sort().join(' or ')}`,
  })
  expect((await findEvent(vault, a)).writer).toBe(ours.writer)
  expect((await findEvent(vault, `twin/${ours.id.slice(0, -2).toLowerCase()}`)).writer).toBe('twin')
  await expect(findEvent(vault, `nobody/${ours.id}`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(findEvent(vault, '0')).rejects.toMatchObject({ code: 'AMBIGUOUS', hint: 'write more of the id' })
  expect(toMoment('--at', b, 0)).toEqual({ event: b })
})
