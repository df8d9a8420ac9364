import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenOn } from '../../src/lib/listen.ts'

test.each([
  ['EACCES', 'port 80 needs more rights than this user has'],
  ['EADDRINUSE', 'port 80 of 127.0.0.1 is taken'],
])('B131 %s is told in a line, with what to do', async (code, message) => {
  const server = createServer()
  server.listen = () => {
    server.emit('error', Object.assign(new Error(code), { code }))
    return server
  }
  const listening = listenOn(server, { host: '127.0.0.1', port: 80 }, 'name another')
  await expect(listening).rejects.toMatchObject({ code: 'IO', message, hint: 'name another' })
})
