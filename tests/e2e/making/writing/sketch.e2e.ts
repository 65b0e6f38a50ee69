/** The sketch of one's words, painted on the device while one writes (C33), and what it promises of the picture. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { phone } from '../../../support/browser.ts'
import { button, description, openForm } from '../../support/creator.ts'
import { startedProduct } from '../../support/product.ts'

const product = startedProduct({ IMAGE_ENGINE: 'builtin' })

const words = 'Un lion dans la savane'
const sketch = (page: Page, of = words) => page.getByRole('img', { name: `Croquis : ${of}` })
const painter = /sketch-worker/u

/** What of the network served the sketch. */
function watchSketching(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (painter.test(pathname) || pathname.startsWith('/assets/drawings/')) asked.push(pathname)
  })
  return asked
}

const small = { fit: 'fill', kernel: 'cubic' } as const

/** Mean difference of two pictures seen from afar, 0 to 255. */
async function apart(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file).removeAlpha().resize(24, 24, small).raw().toBuffer()),
  )
  if (!a || !b) throw new Error('Two pictures are compared')
  return a.reduce((sum, value, place) => sum + Math.abs(value - (b[place] ?? 0)), 0) / a.length
}

const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
const pixelsOf = async (page: Page) =>
  bytesOf(await sketch(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL('image/png')))

test('it comes after the first words, shows what is ordered, and costs neither a credit nor the drawings of others', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  const asked = watchSketching(page)
  await page.getByRole('dialog').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  expect(asked).toEqual([])

  await description(page).fill(words)
  await sketch(page).waitFor()
  expect(asked.filter((path) => painter.test(path)).length).toBe(1)
  expect(asked.filter((path) => !painter.test(path))).toEqual([expect.stringMatching(/\/lion-[\w-]{8}\.json$/u)])
  await page.getByRole('dialog').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()

  const first = await pixelsOf(page)
  await button(page, 'Autre croquis').click()
  await expect.poll(async () => (await pixelsOf(page)).equals(first)).toBe(false)
  await expect.poll(() => sketch(page).evaluate((node) => getComputedStyle(node).opacity)).toBe('1')
  const second = await pixelsOf(page)

  await button(page, 'Générer · 1 crédit').click()
  const made = page.getByRole('dialog').locator('img[src*="generated-images"]').first()
  await made.waitFor({ timeout: 60_000 })
  const picture = await made.evaluate(async (node) => {
    const image = node as HTMLImageElement
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 256, height: 256 })
    canvas.getContext('2d')?.drawImage(image, 0, 0, 256, 256)
    return canvas.toDataURL('image/png')
  })
  const shown = bytesOf(picture)
  expect(await apart(second, shown)).toBeLessThan(14)
  expect(await apart(second, shown)).toBeLessThan(await apart(first, shown))
  expect(complaints).toEqual([])
  await context.close()
})

test('on a phone it stands under the words, follows them, and goes with them', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill(words)
  await sketch(page).waitFor()
  await description(page).fill('Une pirogue au coucher du soleil')
  await sketch(page, 'Une pirogue au coucher du soleil').waitFor()
  const [field, figure] = await Promise.all([
    description(page).boundingBox(),
    sketch(page, 'Une pirogue au coucher du soleil').boundingBox(),
  ])
  expect(figure!.y).toBeGreaterThan(field!.y + field!.height)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await description(page).fill('Un zorglub dans une rue')
  await button(page, 'Dessiner le décor seul · gratuit').waitFor()
  await expect.poll(() => page.getByRole('img', { name: /^Croquis/u }).count()).toBe(0)
  await description(page).fill(words)
  await sketch(page).waitFor()
  await description(page).fill('')
  await expect.poll(() => page.getByRole('img', { name: /^Croquis/u }).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('typing is not held up on a processor four times slower while it is painted', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await description(page).fill(words)
  await sketch(page).waitFor({ timeout: 60_000 })
  await page.evaluate(() => {
    const long: number[] = []
    Object.assign(globalThis, { long })
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  // The worker paints anew beside the page.
  await button(page, 'Autre croquis').click()
  await description(page).press('End')
  await description(page).pressSequentially(' au soir', { delay: 60 })
  const longest = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { long: number[] }).long))
  expect(longest).toBeLessThan(400)
  await context.close()
})

test('on data saver nothing of it is fetched', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await page.evaluate(() => localStorage.setItem('cortexia.display', JSON.stringify({ saver: true })))
  await page.reload()
  const asked = watchSketching(page)
  await description(page).fill(words)
  await page
    .getByRole('status')
    .filter({ hasText: /dessinerai\s: un lion/u })
    .waitFor()
  await description(page).fill('Une pirogue')
  await page
    .getByRole('status')
    .filter({ hasText: /dessinerai\s: une pirogue/u })
    .waitFor()
  expect(asked).toEqual([])
  await context.close()
})
