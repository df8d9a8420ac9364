/** The page in a real browser, against a real server. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { getRecords } from '../../../src/vault/reading/get.ts'
import { useBrowser } from '../../support/browser.ts'
import { runCli } from '../../support/cli.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeMonitor, type TestMonitor } from '../../support/monitor.ts'
import { put } from '../../support/vault.ts'

const open = useBrowser()

async function filled(): Promise<TestMonitor> {
  const monitor = await makeMonitor()
  const { vault } = monitor
  await put(vault, {
    ...{ id: 'herd', kind: 'trap', title: 'Retries stampede', severity: 'high', tags: ['retry', 'load'] },
    body: 'Without **jitter** all retries come back at once.\n\n| a | b |\n|--:|---|\n| 1 | 2 |',
  })
  await put(vault, { id: 'redis', kind: 'decision', title: 'Use Redis', body: 'The queue lives in Redis.' })
  await put(vault, { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'In SQLite.', supersedes: 'redis' })
  await put(vault, { id: 'herds', title: 'Herds', body: 'What stampedes: [[herd|the herd]], [[lost]].' })
  return monitor
}

const titles = (page: Page) => page.locator('.hit-title').allTextContents()

describe('memory', () => {
  test('searches as one types, and the address keeps it', async () => {
    const { page, faults } = await open(await filled())
    await page.locator('.hit').nth(2).waitFor()
    expect((await titles(page)).sort()).toEqual(['Herds', 'Retries stampede', 'Use SQLite'])
    await page.keyboard.press('/')
    await page.keyboard.type('jitter')
    await expect.poll(() => titles(page)).toEqual(['Retries stampede'])
    expect(new URL(page.url()).hash).toBe('#/memory?q=jitter')
    expect(await page.locator('.hit-snippet mark').allTextContents()).toEqual(['jitter'])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['Retries stampede'])
    expect(faults).toEqual([])
  })

  test('a question that is not wanted any more is given up', async () => {
    const { page } = await open(await filled(), '#/memory?q=herds')
    await expect.poll(() => titles(page)).toContain('Herds')
    await page.route(/q=Redis/, () => {})
    const asked = page.waitForRequest(/q=Redis/)
    await page.getByRole('searchbox').fill('Redis')
    await asked
    const givenUp = page.waitForEvent('requestfailed')
    await page.getByRole('searchbox').fill('jitter')
    expect((await givenUp).url()).toContain('q=Redis')
    await expect.poll(() => titles(page)).toEqual(['Retries stampede'])
  })

  test('narrows down by kind, status and tag, and orders', async () => {
    const { page } = await open(await filled())
    await page.getByLabel('Kind').selectOption('decision')
    await expect.poll(() => titles(page)).toEqual(['Use SQLite'])
    await page.getByLabel('Status').selectOption('superseded')
    await expect.poll(() => titles(page)).toEqual(['Use Redis'])
    await page.goto(`${new URL(page.url()).origin}/#/memory?sort=hits`)
    await page.getByLabel('Add a tag').fill('retry')
    await page.getByLabel('Add a tag').press('Enter')
    await expect.poll(() => titles(page)).toEqual(['Retries stampede'])
    await page.getByLabel('Remove the tag retry').click()
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['Retries stampede', 'Use SQLite'])
  })

  test('more filters are folded away until one is set, and the address keeps them', async () => {
    const monitor = await makeMonitor()
    const about = { pathPatterns: ['src/queue/**'], facets: { service: ['billing'] } }
    await put(monitor.vault, { id: 'old', title: 'The old way', body: 'Old.', eventAt: '2020-05-01', ...about })
    await put(monitor.vault, { id: 'new', title: 'The new way', body: 'New.', pathPatterns: ['src/other.ts'] })
    const { page, faults } = await open(monitor)
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['The new way', 'The old way'])
    expect(await page.getByLabel('About the path').isVisible()).toBe(false)
    await page.getByText('More filters').click()
    await page.getByLabel('About the path').fill('src/queue/retry.ts')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(['The old way'])
    await page.getByLabel('About the path').fill('')
    await page.getByLabel('Happened since').fill('7d')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(['The new way'])
    await page.getByLabel('Happened since').fill('2020-13')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('is neither a date').waitFor()
    await page.goto(`${monitor.url}/#/memory?until=2020-05-01&facet=service%3Dbilling&asOf=2999-01-01&record=acme/old`)
    await expect.poll(() => titles(page)).toEqual(['The old way'])
    await page.getByRole('heading', { name: 'The old way' }).waitFor()
    expect(await page.getByLabel('Happened until').inputValue()).toBe('2020-05-01')
    expect(await page.getByLabel('As it was on').inputValue()).toBe('2999-01-01')
    await page.getByLabel('Remove the facet service=billing').click()
    await page.getByLabel('As it was on').fill('2019-01-01')
    await page.keyboard.press('Enter')
    await page.locator('[data-reason]').waitFor()
    expect(new URL(page.url()).hash).toBe('#/memory?until=2020-05-01&asOf=2019-01-01&record=acme%2Fold')
    // What was not there then: the browser tells of the refusal, nothing else.
    expect(faults.filter((fault) => !/status of 40[04]/.test(fault))).toEqual([])
  })

  test('what happens meanwhile comes into the list, and the focus, the place and the open record stay', async () => {
    const monitor = await makeMonitor()
    for (let n = 0; n < 30; n++) await put(monitor.vault, { id: `n${n}`, kind: 'trap', title: `Trap ${n}`, body: 'x' })
    const { page, faults } = await open(monitor, '#/memory?sort=hits&record=acme/n3')
    await page.getByRole('heading', { name: 'Trap 3', exact: true }).waitFor()
    const link = page.locator('.hit-link[aria-current=true]')
    await link.focus()
    const top = () =>
      link.evaluate(
        (element: HTMLElement & { getBoundingClientRect(): { top: number } }) => element.getBoundingClientRect().top,
      )
    const before = await top()
    await put(monitor.vault, { id: 'a', kind: 'trap', title: 'Written later', body: 'x' })
    await expect.poll(() => titles(page), { timeout: 5000 }).toContain('Written later')
    expect((await titles(page))[0]).toBe('Written later')
    expect(Math.abs((await top()) - before)).toBeLessThan(3)
    await put(monitor.vault, { id: 'n3', kind: 'trap', title: 'Trap three', body: 'x' })
    await page.getByRole('heading', { name: 'Trap three' }).waitFor()
    const reading = { kind: undefined, project: 'acme', cwd: monitor.root, session: undefined, lines: undefined }
    await getRecords(monitor.vault, { names: ['n3'], ...reading })
    await expect.poll(async () => (await titles(page))[0], { timeout: 5000 }).toBe('Trap three')
    expect(await page.locator('.hit-link:focus .hit-title').textContent()).toBe('Trap three')
    expect(await link.count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('says why there is nothing, and where it may be', async () => {
    const { page } = await open(await filled(), '#/memory?q=unheard')
    await page.locator('[data-reason=never_known]').waitFor()
    await page.getByRole('searchbox').fill('Redis queue')
    await page.locator('[data-reason=superseded]').getByText('Use Redis').click()
    await page.getByRole('heading', { name: 'Use Redis' }).waitFor()
  })

  test('a record shows its text, its links both ways and its history; back and Escape lead out of it', async () => {
    const { page, faults } = await open(await filled(), '#/memory?record=acme/herd')
    expect(await page.locator('.prose strong').textContent()).toBe('jitter')
    expect(await page.locator('.prose td.is-right').textContent()).toBe('1')
    expect(await page.getByRole('region', { name: 'History' }).getByText('record.upserted').count()).toBe(1)
    await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: 'Herds' }).click()
    await page.getByRole('heading', { name: 'Herds' }).waitFor()
    await expect.poll(() => page.getByText('not there').count()).toBe(1)
    await page.locator('.prose').getByRole('link', { name: 'the herd' }).click()
    await page.getByRole('heading', { name: 'Retries stampede' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Herds' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Choose a record').waitFor()
    expect(faults).toEqual([])
  })

  test('the arrows go through the list, Enter opens, and the tabs have one stop', async () => {
    const { page } = await open(await filled(), '#/memory?q=use')
    await page.locator('.hit').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Use SQLite' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.hit-link:focus').count()).toBe(1)
    await page.keyboard.press('ArrowUp')
    expect(await page.locator('#search:focus').count()).toBe(1)
    await page.getByRole('tab', { name: 'Memory' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('[role=tab]:focus').textContent()).toBe('Health')
    expect(await page.locator('[role=tab][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('/')
    await expect.poll(() => page.locator('#search:focus').count()).toBe(1)
  })

  test('the table of a rank has the numbers that memo search --explain prints, and looking at it counts no use', async () => {
    const monitor = await filled()
    const before = allEvents(monitor.vault)
    const { page } = await open(monitor, '#/memory?q=stampede+retries&record=acme/herd')
    const rows = page.getByRole('region', { name: 'Why it was found' }).locator('tr')
    await rows.first().waitFor()
    expect(allEvents(monitor.vault)).toEqual(before)
    const shown = (await rows.locator('th, td').allTextContents()).join(' ')
    const printed = await runCli(['search', 'stampede retries', '--all', '--explain'], { vault: monitor.root })
    const lines =
      printed.stdout
        .split('Retries stampede')[1]
        ?.split(/\n(?! {4})/)[0]
        ?.match(/[├└].*/g) ?? []
    const numbers = lines
      .filter((line) => !line.includes('boosts'))
      .flatMap((line) => line.match(/-?\d+(?:\.\d+)?(?:e-\d+)?/g) ?? [])
    expect(numbers.length).toBeGreaterThan(5)
    expect(lines.join('\n')).toContain(`boosts  ${await page.locator('.boosts').textContent()}`)
    expect(shown.match(/-?\d+(?:\.\d+)?(?:e-\d+)?/g)).toEqual(numbers)
  })
})

describe('the other tabs', () => {
  test('a vault without records is called so', async () => {
    const { page, faults } = await open(await makeMonitor())
    await page.getByText('There is no open record in this vault.').waitFor()
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.getByText('No record fits these filters.').waitFor()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByText('vault.created').waitFor()
    expect(faults).toEqual([])
  })

  test('a record of the graph opens by a click', async () => {
    const monitor = await makeMonitor()
    await put(monitor.vault, { id: 'one', title: 'The only one', body: 'x' })
    const { page, faults } = await open(monitor, '#/graph', { reducedMotion: 'reduce' })
    await page.getByText('1 record, 0 links').waitFor()
    await page.locator('canvas').click()
    await page.getByRole('heading', { name: 'The only one' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/graph?record=acme%2Fone')
    expect(faults).toEqual([])
  })

  test('what another process writes is shown as it happens, unless it is paused', async () => {
    const monitor = await filled()
    const { page, faults } = await open(monitor, '#/activity')
    await page.getByText('Live').waitFor()
    await put(monitor.vault, { id: 'later', title: 'Written later', body: 'x' })
    await page.getByText('Written later').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await put(monitor.vault, { id: 'hidden', title: 'Written while paused', body: 'x' })
    await page.getByText('Paused; 1 new').waitFor()
    expect(await page.getByText('Written while paused').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Written while paused').waitFor()
    expect(faults).toEqual([])
  })

  test('health says what the doctor says', async () => {
    const monitor = await filled()
    const { healthy, findings } = (await monitor.json('/api/doctor')) as { healthy: boolean; findings: object[] }
    const { page } = await open(monitor, '#/health')
    await page.getByText('4 in 1 project').waitFor()
    await page.getByText('taken in by the next command').waitFor()
    expect(await page.locator('.field-row', { hasText: 'Meaning' }).locator('dd').textContent()).toBe('off')
    expect(healthy).toBe(true)
    expect(await page.locator('.finding').count()).toBe(findings.length)
  })
})

test('without a login, or a server, it says so; the form comes back to where one was', async () => {
  const monitor = await filled()
  const { page } = await open(monitor)
  await page.context().clearCookies()
  await page.goto(`${monitor.url}/#/memory?q=jitter`)
  await page.reload()
  await page.getByLabel('Token').fill('a-token-of-the-tests')
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual(['Retries stampede'])
  expect(page.url()).not.toContain('token')
  await monitor.close()
  await page.getByRole('searchbox').fill('Redis')
  await page.getByRole('alert').getByText('the server does not answer').waitFor()
})

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  "javascript:alert(3)//'-alert(4)-'",
  '<svg/onload=alert(5)>',
]

test('B130 what is stored cannot act', async () => {
  const monitor = await makeMonitor()
  const body = [
    ...hostile,
    '[x](javascript:alert(6)) [y](data:text/html,<script>alert(7)</script>) ![z](http://evil.example/pixel.png)',
    '<a href="javascript:alert(8)" onclick="alert(9)">a</a> <style>*{display:none}</style> [[<img src=x onerror=alert(10)>]]',
    '<form id="fetch"><input name="action"></form> <iframe src="http://evil.example"></iframe> ‮txt.exe',
  ].join('\n\n')
  for (const [place, text] of hostile.entries()) {
    await put(monitor.vault, { id: `bad-${place}`, title: text, body, tags: [text], layer: text })
  }
  const { page, faults } = await open(monitor, '#/memory?q=%3Cscript%3Ealert(11)%3C%2Fscript%3E')
  await page.locator('.results').waitFor()
  for (const [place, text] of hostile.entries()) {
    await page.goto(`${monitor.url}/#/memory?record=acme/bad-${place}`)
    await page.getByRole('heading', { name: text, exact: true }).waitFor()
    await page.locator('.prose').getByText('txt.exe').waitFor()
  }
  expect(await page.locator('.prose').textContent()).toContain('\\u202etxt.exe')
  expect(
    await page.locator('.prose :is(img, script, svg, style, form, iframe, input, [style], [onclick], [id])').count(),
  ).toBe(0)
  const links = await page
    .locator('.prose a')
    .evaluateAll((all: (HTMLElement & { getAttribute(name: string): string | null })[]) =>
      all.map((link) => link.getAttribute('href')),
    )
  expect(links.filter((link) => !/^(?:https?:|#\/)/.test(link ?? ''))).toEqual([])
  for (const tab of ['graph', 'activity', 'health']) {
    await page.goto(`${monitor.url}/#/${tab}`)
    await page.locator(`#panel-${tab} h2`).first().waitFor()
  }
  expect(faults).toEqual([])
})

describe('everybody can use it', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const places = [
    ['#/memory?q=retries', '.hit'],
    ['#/memory?q=retries&record=acme/herd', '.explain'],
    // With the filters unfolded that seldom are.
    ['#/memory?q=retries&path=a&facet=service%3Dbilling', '.abstention'],
    ['#/graph', 'canvas'],
    ['#/graph?asOf=2999-01-01', 'canvas'],
    ['#/activity', '.event'],
    ['#/health', '.verdict'],
  ] as const
  const wide = { width: 1280, height: 800 }
  const phone = { width: 390, height: 800 }
  const looks = [
    { name: 'light, wide', colorScheme: 'light', viewport: wide },
    { name: 'dark, wide', colorScheme: 'dark', viewport: wide },
    { name: 'dark, on a phone', colorScheme: 'dark', viewport: phone },
    { name: 'light, on a phone', colorScheme: 'light', viewport: phone },
  ] as const

  test('axe finds no fault, and nothing is wider than the screen', async () => {
    const monitor = await filled()
    const { page } = await open(monitor, '', { reducedMotion: 'reduce' })
    await page.evaluate(axe)
    for (const [address, mark] of places) {
      await page.goto(`${monitor.url}/${address}`)
      await page.locator(mark).first().waitFor()
      await expect.poll(() => page.locator('.is-waiting, [aria-busy=true]').count()).toBe(0)
      for (const look of looks) expect(await findFaults(page, look), `${address}, ${look.name}`).toEqual([])
    }
  })

  test('what waits for an answer does not fade where a person wants no motion', async () => {
    const { page } = await open(await filled(), '#/memory?q=retries', { reducedMotion: 'reduce' })
    await page.locator('.results').waitFor()
    const fading = 'getComputedStyle(document.querySelector(".results")).transitionDuration'
    expect(await page.evaluate(fading)).toBe('0s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await page.evaluate(fading)).toBe('0.12s')
  })

  async function findFaults(page: Page, { colorScheme, viewport }: (typeof looks)[number]): Promise<string[]> {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    return [
      ...violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`)),
      ...(excess > 0 ? [`${excess} pixels too wide`] : []),
    ]
  }
})
