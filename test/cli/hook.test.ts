import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { hookAgents, readHookInput, toHookAnswer } from '../../src/cli/hook.ts'

const say = (...parts: string[]) => readHookInput(Readable.from(parts.map((part) => Buffer.from(part))))
const nothing = { session: undefined, cwd: undefined }

test('the session and its folder are what the agent says', async () => {
  expect(await say('{"session_id": "s", "cwd": "/shop"', ', "source": "startup"}\n')).toEqual({
    session: 's',
    cwd: '/shop',
  })
  const cursor = { conversation_id: 'c', cwd: '/home/me/.cursor', workspace_roots: ['/shop', '/other'] }
  expect(await say(JSON.stringify(cursor))).toEqual({ session: 'c', cwd: '/shop' })
})

test('nothing is waited for after the object, and what is not understood says nothing', async () => {
  async function* openEnded() {
    yield Buffer.from('{"session_id": "s"}')
    await new Promise(() => {})
  }
  expect(await readHookInput(Readable.from(openEnded()))).toEqual({ session: 's', cwd: undefined })
  for (const text of ['', '{', '[{}', '{"session_id": 1, "cwd": ""}', '}'.repeat(9)])
    expect(await say(text)).toEqual(nothing)
})

test('an agent that begins to speak and does not end is not waited for', async () => {
  const pipe = new PassThrough()
  pipe.write('{"session_id"')
  expect(await readHookInput(pipe, 5)).toEqual(nothing)
  const broken = new PassThrough()
  broken.destroy(new Error('gone'))
  expect(await readHookInput(broken)).toEqual(nothing)
})

test('the brief comes in the form that the agent takes for context', () => {
  expect(hookAgents.map((agent) => toHookAnswer(agent, 'a\n'))).toEqual([
    ...['a\n', 'a\n', '{"additional_context":"a\\n"}'],
    '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a\\n"}}',
  ])
})
