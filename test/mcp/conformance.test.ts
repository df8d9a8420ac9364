/** The conformance suite of the protocol against a server over HTTP. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { packageRoot, runProcess } from '../support/cli.ts'
import { startHttp } from '../support/mcp.ts'
import { makeMcpVault } from '../support/mcp-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

/**
 * They ask for tools, resources and prompts of a server made for the suite, or for what this one does not claim to do. A
 * server with those tools behind our transport would show what the SDK makes of pictures, sampling and elicitation: the
 * transport is the SDK's handler behind our guard, which the others go through. What is ours of them, errors as answers
 * and progress, is tested in answers.test.ts and protocol.test.ts.
 */
const notApplicable = [
  ...['tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource'],
  ...['tools-call-mixed-content', 'tools-call-with-logging', 'tools-call-error', 'tools-call-with-progress'],
  ...['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
  ...['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  ...['resources-subscribe', 'resources-unsubscribe', 'logging-set-level', 'completion-complete'],
  // Without sessions: each request stands for itself.
  'server-sse-multiple-streams',
  ...['prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'],
]

test('everything else of the suite passes', async () => {
  const folder = makeTempDir()
  const server = await startHttp(await makeMcpVault(folder))
  const baseline = join(folder, 'baseline.yml')
  writeFileSync(baseline, stringify({ server: notApplicable }))
  const suite = join(packageRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const args = [suite, 'server', '--url', server.url, '--expected-failures', baseline]
  const { status, stdout } = await runProcess(process.execPath, args, { cwd: folder, env: process.env })
  server.child.kill('SIGTERM')
  expect(status, stdout).toBe(0)
  for (const name of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ]) {
    expect(stdout).toMatch(new RegExp(`✓ ${name}: [1-9]`))
  }
})
