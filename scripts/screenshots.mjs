/**
 * `npm run screenshots`: takes the pictures of docs/images anew, of a vault in a temporary folder that is filled from
 * `sample/`. Needs the build and Chromium.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const pictures = [
  {
    name: 'memory',
    hash: '#/memory?q=database+slow&record=demo/liveness-probe-checks-dependencies',
    colorScheme: 'light',
  },
  { name: 'graph', hash: '#/graph', colorScheme: 'dark' },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs/images')
const vault = mkdtempSync(join(tmpdir(), 'memo-screenshots-'))
const token = 'screenshots'
const env = { ...process.env, MEMO_VAULT: vault, MEMO_SERVE_TOKEN: token }
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place))

memo('init')
memo('import', 'markdown', 'sample', '--project', 'demo')
mkdirSync(images, { recursive: true })
const server = spawn(process.execPath, [join(root, 'bin/run.js'), 'serve', '--port', '0', '--json'], { env })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const [said] = await once(server.stdout.setEncoding('utf8'), 'data')
  for (const picture of pictures) await take(/http:\/\/[\w.]+:\d+/.exec(said)[0], picture)
} finally {
  await browser.close()
  server.kill()
  await once(server, 'close')
  rmSync(vault, { recursive: true, force: true })
}

async function take(url, { name, hash, colorScheme }) {
  const size = { width: 1040, height: 640 }
  const page = await browser.newPage({ viewport: size, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${url}/login?token=${token}${hash}`)
  await page.waitForLoadState('networkidle')
  await page.locator('article, canvas').first().waitFor()
  await page.screenshot({ path: join(images, `${name}.png`) })
  await page.close()
}

function memo(...args) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/run.js'), ...args], { cwd: root, env })
  if (status !== 0) throw new Error(String(stderr))
}
