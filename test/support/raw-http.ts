/** Requests as no client would send them: the bytes are the caller's. */
import { connect } from 'node:net'

/** Sends the lines and answers with everything that comes until the server ends the connection. */
export function sendRaw(port: number, lines: readonly string[], host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      said += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })
}

/** The status of an answer to a `GET` with these header lines. */
export async function rawStatus(port: number, headers: readonly string[], path = '/healthz'): Promise<number> {
  const said = await sendRaw(port, [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close'])
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1])
}
