/** The page of an export in a real browser, opened from a file. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useChromium, watchPage } from '../../support/browser.ts'
import { exportFrom } from '../../support/export-vault.ts'
import { makeVault, put } from '../../support/vault.ts'

const openPage = useChromium()

async function openExport(options?: BrowserContextOptions) {
  const { vault, root } = await makeVault()
  await put(vault, { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' })
  await put(vault, { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'In SQLite.', supersedes: 'redis' })
  await put(vault, {
    ...{ id: 'herd', kind: 'trap', title: '<img src=x onerror=alert(1)>', tags: ['retry'], 'x-"><b>': '</dl><script>' },
    body: [
      '# All at once\n\nThe [[sqlite|queue]], [[lost]], [a](https://example.com/), [b](javascript:alert(1)).',
      '<script>alert(1)</script> <style>*{color:red}</style> ![p](https://example.com/p.png)',
      '```js\nlet long = 1\n```\n\n| a | b |\n|--:|---|\n| 1 | 2 |',
    ].join('\n\n'),
  })
  const out = join(root, '../page.html')
  await exportFrom(vault, out, { format: 'html' })
  const page = await openPage(options)
  const address = pathToFileURL(out).href
  const faults = watchPage(page, address)
  await page.goto(address)
  return { page, faults, text: readFileSync(out, 'utf8') }
}

const shown = (page: Page) => page.locator('article:visible h2').allTextContents()

test('it asks for nothing, and nothing of a record acts', async () => {
  const { page, faults, text } = await openExport()
  expect(await shown(page)).toEqual(['<img src=x onerror=alert(1)>', 'Use Redis', 'Use SQLite'])
  expect(await page.locator('article :is(img, script, style, iframe, [style], [onerror])').count()).toBe(0)
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  expect(await page.locator('h3').allTextContents()).toEqual(['All at once'])
  expect(text).toContain("default-src 'none'")
  expect(faults).toEqual([])
})

test('links between records work, also to one that the filter hides', async () => {
  const { page, faults } = await openExport()
  await page.getByLabel('Find').fill('all at ONCE')
  await expect.poll(() => shown(page)).toEqual(['<img src=x onerror=alert(1)>'])
  expect(await page.getByRole('status').textContent()).toBe('1 of 3 shown')
  await page.getByRole('link', { name: 'queue' }).click()
  await expect.poll(() => shown(page)).toHaveLength(3)
  expect(new URL(page.url()).hash).toBe('#acme/sqlite')
  expect(await page.getByText('lost', { exact: false }).locator('a', { hasText: 'lost' }).count()).toBe(0)
  await page.getByLabel('Kind').selectOption('decision')
  expect(await shown(page)).toEqual(['Use Redis', 'Use SQLite'])
  expect(faults).toEqual([])
})

test('axe finds no fault, light and dark, wide and narrow', async () => {
  const { page } = await openExport({ bypassCSP: true })
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: colorScheme === 'dark' ? 360 : 1280, height: 800 })
    const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
})
