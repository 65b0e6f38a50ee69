/** Publications found by a drawing and by a picture, of which only colours leave the device (S18). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, returning } from '../../support/people.ts'
import { picture } from '../support/creator.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
beforeAll(async () => {
  const { user } = await member(product.system)
  await publish(user.id, 'Une mer calme', '27348b', 0)
  await publish(user.id, 'Un mur de banco', 'b8432a', 1)
})

/** Whole in one colour, and looked at as a picture of the engine is when it is stored. */
async function publish(userId: string, prompt: string, colour: string, place: number): Promise<void> {
  const service = serviceOf(product.system)
  const id = await publishImage(service, { userId, prompt }, place)
  const { data } = await service.from('feed_posts').select('image_id').eq('id', id).single<{ image_id: string }>()
  const look = { p_image: data?.image_id, p_hash: '1', p_colours: `\\x${colour.repeat(64)}` }
  expect((await service.rpc('record_likeness', look)).error).toBeNull()
}

async function open(viewport: typeof desktop, colorScheme: 'dark' | 'light') {
  const visited = await visit(product.browser, product.system.url, {
    viewport,
    colorScheme,
    storage: returning(await member(product.system)),
  })
  await visited.page.goto('/?modal=search')
  await visited.page.getByRole('button', { name: 'Chercher par image ou dessin' }).click()
  await sheet(visited.page).waitFor()
  return visited
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Chercher par image ou dessin' })
const sheet = (page: Page) => dialog(page).getByRole('img', { name: 'Feuille à dessin' })
const near = (page: Page) =>
  dialog(page)
    .getByRole('region', { name: 'Images proches' })
    .getByRole('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

async function stroke(page: Page, height: number): Promise<void> {
  const box = await sheet(page).boundingBox()
  if (!box) throw new Error('There is no sheet')
  await page.mouse.move(box.x + box.width * 0.15, box.y + box.height * height)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.85, box.y + box.height * height, { steps: 5 })
  await page.mouse.up()
}

test.each([
  ['phone, dark', phone, 'dark'],
  ['desktop, light', desktop, 'light'],
] as const)(
  'on a %s a drawing finds what has its colours, then a picture does, and neither is sent',
  async (_name, viewport, scheme) => {
    const { context, page, complaints } = await open(viewport, scheme)
    const sent: (string | null)[] = []
    page.on('request', (request) => request.url().includes('search_posts_by_look') && sent.push(request.postData()))
    await dialog(page).getByRole('radio', { name: 'Bleu', exact: true }).check({ force: true })
    await stroke(page, 0.3)
    await expect.poll(() => near(page)).toEqual(['Une mer calme'])
    await stroke(page, 0.6)
    await expect.poll(() => near(page)).toEqual(['Une mer calme'])
    const { violations } = await startAxe()
    expect(await violations(page, 'search by look')).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    await dialog(page).getByRole('button', { name: 'Effacer' }).click()
    expect(await dialog(page).getByRole('region', { name: 'Images proches' }).count()).toBe(0)
    const file = { name: 'mur.jpg', mimeType: 'image/jpeg', buffer: await picture(600, 400, '#b8432a') }
    await dialog(page).getByLabel('Choisir une image').and(page.locator('input')).setInputFiles(file)
    await expect.poll(() => near(page)).toEqual(['Un mur de banco'])
    expect(sent.length).toBeGreaterThan(1)
    for (const body of sent) expect(body?.length).toBeLessThan(600)
    expect(complaints).toEqual([])
    await context.close()
  },
)
