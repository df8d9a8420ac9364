/** Chromium for the tests of a file, started once; each page stands alone and remembers what went wrong in it. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type TestMonitor, token } from './monitor.ts'

export interface Opened {
  page: Page
  /** Errors, complaints of the security policy, requests to elsewhere, dialogs. */
  faults: string[]
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Opens an empty page. Asked for outside of the tests. */
export function useChromium(): (options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser | undefined
  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place))
    if (executablePath === undefined) throw new Error('install Chromium, or say in CHROMIUM where it is')
    // The tests may run as root, whom its sandbox refuses.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())
  return async (options = {}) => {
    const context = await browser?.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    if (context === undefined) throw new Error('there is no browser')
    onTestFinished(() => context.close())
    return context.newPage()
  }
}

/** Opens an address of a monitor, logged in. Asked for outside of the tests. */
export function useBrowser(): (
  monitor: TestMonitor,
  hash?: string,
  options?: BrowserContextOptions,
) => Promise<Opened> {
  const open = useChromium()
  return async (monitor, hash = '', options = {}) => {
    const page = await open(options)
    const faults = watchPage(page, `${monitor.url}/`)
    await page.goto(`${monitor.url}/login?token=${token}${hash}`)
    return { page, faults }
  }
}

/** @param url beginning of the addresses that may be asked for */
export function watchPage(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  page.on('dialog', (dialog) => {
    faults.push(dialog.message())
    void dialog.dismiss()
  })
  return faults
}
