/** What a client reads before it has asked anything: committed to the letter, and small. */
import { expect, test } from 'vitest'
import { toAdvertised } from '../../src/mcp/schemas.ts'
import { tools } from '../../src/mcp/tools/table.ts'
import { initialize, type RawAnswer, startRaw } from '../support/mcp.ts'
import { callTool } from '../support/mcp-call.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { makeVault } from '../support/vault.ts'

interface Listed {
  name: string
  description: string
  inputSchema: { type: string; properties: object; required?: string[] }
  outputSchema: { type: string; required?: string[] }
  annotations: object
}

test('the lists are the committed ones, and that of the tools is under 6 kB', async () => {
  const server = startRaw(await makeMcpVault(makeTempDir()))
  server.send(initialize)
  const opening = await server.answer(0)
  const methods = ['tools/list', 'prompts/list', 'resources/templates/list']
  const lists: RawAnswer['result'][] = []
  for (const [index, method] of methods.entries()) {
    server.send({ id: index + 1, method })
    lists.push((await server.answer(index + 1)).result)
  }
  const line = server.lines.find((text) => text.includes('"inputSchema"')) ?? ''
  expect(Buffer.byteLength(line)).toBeLessThan(6000)
  const { serverInfo: _, ...said } = opening.result ?? {}
  const all = Object.assign(
    { initialize: said },
    Object.fromEntries(methods.map((method, index) => [method, lists[index]])),
  )
  await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('lists.snap')
  expectSchemas(lists[0]?.tools as Listed[])
})

/** B135: with some versions of zod they came out empty. */
function expectSchemas(listed: readonly Listed[]): void {
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  for (const { name, description, inputSchema, outputSchema, annotations } of listed) {
    expect(inputSchema, name).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(Object.keys(inputSchema.properties).length, name).toBeGreaterThan(0)
    expect(outputSchema, name).toMatchObject({ type: 'object' })
    expect(description, name).toMatch(/^.{20,} E\.g\. \{.*\}$/)
    expect(annotations, name).not.toEqual({})
  }
}

test('B135 a call without what it needs is an error, of every tool that needs something', async () => {
  const { vault } = await makeVault()
  for (const { name, input } of tools) {
    const required = input.toJSONSchema({ io: 'input', unrepresentable: 'any' }).required ?? []
    if (required.length > 0)
      expect((await callTool(vault, name, {})).answer, name).toMatchObject({ error: { code: 'USAGE' } })
  }
})

test('every example is a call that the tool takes', () => {
  for (const { name, input, example, told, unshown = [] } of tools) {
    expect(input.safeParse(example), name).toMatchObject({ success: true })
    for (const parameter of [...Object.keys(told), ...unshown])
      expect(Object.keys(input.shape), name).toContain(parameter)
  }
})

test('what a call leaves out is nothing', () => {
  const { '~standard': standard } = toAdvertised(() => ({ type: 'object' }))
  expect(standard.validate(undefined)).toEqual({ value: {} })
})
