/** A monitor in this process on a free port, beside a vault that the test writes to through a handle of its own. */
import { onTestFinished } from 'vitest'
import { serveMonitor } from '../../src/monitor/serve.ts'
import { closeVault, type Vault } from '../../src/vault/vault.ts'
import { makeVault, testPorts } from './vault.ts'

export const token = 'a-token-of-the-tests'

export interface TestMonitor {
  url: string
  port: number
  root: string
  vault: Vault
  /** What was told to a person. */
  told: string[]
  /** A call with the token. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The same; what it answers, whatever the status. */
  json(path: string): Promise<{ [field: string]: unknown }>
  makeTicketLogin(): string
  close(): Promise<void>
}

export async function makeMonitor(options: { webFolder?: string } = {}): Promise<TestMonitor> {
  const { root, vault } = await makeVault(testPorts(Date.now()))
  const told: string[] = []
  const monitor = await serveMonitor({
    ...{ root, cwd: root, address: { host: '127.0.0.1', port: 0 }, token, version: '1.2.3' },
    tell: (text) => told.push(text),
    ...options,
  })
  const close = once(async () => {
    await monitor.close()
    closeVault(vault)
  })
  onTestFinished(close)
  const { url, makeTicketLogin } = monitor
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  const json = async (path: string) => (await (await ask(path)).json()) as { [field: string]: unknown }
  return { url, port: Number(new URL(url).port), root, vault, told, ask, json, makeTicketLogin, close }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
