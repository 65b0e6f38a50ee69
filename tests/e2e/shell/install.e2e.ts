/** Installing is offered once it is worth it, and never again in the session in which it was put off. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct({}, { whole: true })

const visits = (count: number) => ({ 'cortexia.install': JSON.stringify({ visits: count }) })
const offer = (page: Page) => page.getByRole('region', { name: /^Install(?:er)? Cortexia$/u })
/** As Chromium does; its answer counts how often it was asked. */
const offerByBrowser = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(event, {
      prompt: () => {
        document.documentElement.dataset['prompted'] = 'yes'
        return Promise.resolve({ outcome: 'accepted' })
      },
    })
    dispatchEvent(event)
    return event.defaultPrevented
  })

test.each([
  ['phone', phone, { language: 'fr', later: 'Plus tard', install: 'Installer' }],
  ['desktop', desktop, { language: 'en', later: 'Later', install: 'Install' }],
])(
  'on a %s: at the third visit, not over a dialog; put off it stays away, accepted it asks the browser',
  async (_, viewport, { language, later, install }) => {
    const { context, page, complaints } = await visit(product.browser, product.system.url, {
      viewport,
      storage: { ...visits(2), 'cortexia.language': language },
    })
    await page.goto('/')
    await page.getByRole('navigation').first().waitFor()
    await untilAtRest(page)
    expect(await offerByBrowser(page)).toBe(true)
    await offer(page).waitFor()
    expect(await (await startAxe()).violations(page, 'install')).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await offer(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await offer(page).getByRole('button', { name: later }).click()
    await page.reload()
    await untilAtRest(page)
    await offerByBrowser(page)
    expect(await offer(page).count()).toBe(0)
    const other = await context.newPage()
    await other.goto('/')
    await untilAtRest(other)
    await offerByBrowser(other)
    await offer(other).getByRole('button', { name: install }).click()
    expect(await other.locator('html').getAttribute('data-prompted')).toBe('yes')
    expect(await offer(other).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

interface ManifestPicture {
  readonly src: string
  readonly type: string
  readonly sizes: string
  readonly purpose?: string
  readonly form_factor?: string
}

test('the manifest names pictures that are there, in the sizes that it says, for each place where one is shown', async () => {
  const answer = await fetch(`${product.system.url}/manifest.webmanifest`)
  const manifest = (await answer.json()) as Record<'icons' | 'screenshots', ManifestPicture[]>
  const { icons, screenshots } = manifest
  for (const { src, type, sizes } of [...icons, ...screenshots]) {
    const picture = await fetch(product.system.url + src)
    expect([src, picture.status, picture.headers.get('content-type')]).toEqual([src, 200, type])
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([`${src} any`, `${src} ${width}x${height}`]).toContain(`${src} ${sizes}`)
  }
  const of = (purpose?: string) => icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)
  expect([of(), of('maskable'), of('monochrome')]).toEqual([
    ['any', '192x192', '512x512'],
    ['192x192', '512x512'],
    ['512x512'],
  ])
  expect(new Set(screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
})

test('a first visit is asked nothing, and Chromium finds the app installable', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/')
  await untilAtRest(page)
  await offerByBrowser(page)
  expect(await offer(page).count()).toBe(0)
  const inspector = await context.newCDPSession(page)
  const { installabilityErrors } = await inspector.send('Page.getInstallabilityErrors')
  const { errors } = await inspector.send('Page.getAppManifest')
  expect(errors).toEqual([])
  // The windows of a test are private ones.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  await context.close()
})
