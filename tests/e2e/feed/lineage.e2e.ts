/** Where a publication comes from and what was made of it, as people see it. */
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

interface Family {
  root: string
  gone: string
  middle: string
  children: string[]
}

/** Awa's picture, a remix of it that is deleted, Kossi's remix of that one, and six remixes of his. */
async function family(): Promise<Family> {
  const service = serviceOf(product.system)
  const people = [await join(product.system), await join(product.system), await join(product.system)]
  const [awa = '', kossi = '', ama = ''] = people.map(({ user }) => user.id)
  for (const [id, name] of [
    [awa, 'Awa Sanogo'],
    [kossi, 'Kossi Agbeko'],
    [ama, 'Ama Mensah'],
  ] as const) {
    const [first_name, last_name] = name.split(' ')
    await service.from('profiles').update({ first_name, last_name }).eq('id', id)
  }
  const root = await publishImage(service, { userId: awa, prompt: 'Une pirogue sur la lagune' })
  const gone = await publishImage(service, { userId: ama, prompt: 'Un secret', remixOf: root }, 1)
  const middle = await publishImage(
    service,
    { userId: kossi, prompt: 'Une pirogue sur la lagune, de nuit', remixOf: gone },
    2,
  )
  const children: string[] = []
  for (let place = 0; place < 6; place += 1) {
    const prompt = place === 0 ? 'Une barque sur la lagune, de nuit' : `Variante ${place}`
    children.push(await publishImage(service, { userId: ama, prompt, remixOf: middle }, place))
  }
  await service.from('feed_posts').delete().eq('id', gone)
  return { root, gone, middle, children }
}

test('a post shows its lineage on one thread, and the tree opens from it', async () => {
  const { root, middle, children } = await family()
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto(`/post/${middle}`)
  const strip = page.getByRole('region', { name: 'Lignée du remix' })
  await strip.waitFor()
  await page.getByText('Remix d’une image supprimée').waitFor()
  await strip.getByText('2 parents · 6 remix').waitFor()
  await strip.getByText('Publication supprimée').waitFor()
  expect(await strip.locator('[aria-current]').count()).toBe(1)
  expect(await strip.getByRole('list', { name: 'Remix de cette image' }).getByRole('link').count()).toBe(2)
  expect(await page.content()).not.toContain('Un secret')
  // What is shown as made of it is not shown once more as near to it.
  const hrefs = (region: string) =>
    page
      .getByRole('region', { name: region })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await expect.poll(async () => (await hrefs('Images proches')).length).toBeGreaterThan(0)
  const remixes = new Set(await hrefs('Remix de cette image'))
  expect(remixes.size).toBe(6)
  expect((await hrefs('Images proches')).filter((href) => remixes.has(href))).toEqual([])
  const isCut = (name: Element) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight
  expect(await strip.getByText('Kossi Agbeko', { exact: true }).evaluate(isCut)).toBe(false)

  await strip.getByRole('button', { name: '+4 Tous les remix' }).click()
  const tree = page.getByRole('dialog', { name: 'Arbre de remix' })
  const child = tree.getByRole('button', { name: 'Image d’Ama Mensah' }).first()
  await child.click()
  await tree.getByText('Ce qui change dans le prompt').waitFor()
  expect(await tree.locator('ins').allTextContents()).toEqual(['Ajouté : barque'])
  expect(await tree.locator('del').allTextContents()).toEqual(['Retiré : pirogue'])
  await tree.getByRole('button', { name: 'Publication supprimée' }).click()
  await tree.getByText('Elle a été supprimée').waitFor()
  await tree.getByRole('radio', { name: 'Liste' }).check()
  expect(await tree.getByRole('list', { name: 'Arbre de remix' }).getByRole('button').count()).toBe(9)

  await tree.getByRole('button', { name: 'Image d’Ama Mensah' }).first().click()
  await tree.getByRole('link', { name: 'Voir la publication' }).click()
  await page.waitForURL((url) => url.pathname === `/post/${children[0]}`)
  await page.getByRole('link', { name: /^Remix de / }).click()
  await page.waitForURL((url) => url.pathname === `/post/${middle}`)
  await strip.getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname === `/post/${root}`)
  expect(complaints).toEqual([])
  await context.close()
})

test('the tree is moved and zoomed, and the way to a node is the keyboard’s too', async () => {
  const { middle } = await family()
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto(`/?modal=lineage&post=${middle}`)
  const tree = page.getByRole('dialog', { name: 'Arbre de remix' })
  const node = tree.getByRole('button', { name: /^Image d’Awa Sanogo/ })
  const width = async () => (await node.boundingBox())?.width ?? 0
  const before = await width()
  await tree.getByRole('button', { name: 'Agrandir' }).click()
  await expect.poll(width).toBeGreaterThan(before * 1.2)
  const box = await node.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 150)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 260, (box?.y ?? 0) + 190, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round(((await node.boundingBox())?.x ?? 0) - (box?.x ?? 0))).toBe(60)
  await tree.getByRole('button', { name: 'Arbre entier' }).focus()
  await node.focus()
  await page.keyboard.press('Enter')
  await tree
    .getByText('“Une pirogue sur la lagune”')
    .or(tree.getByText('Une pirogue sur la lagune', { exact: true }))
    .first()
    .waitFor()
  expect(await node.getAttribute('aria-pressed')).toBe('true')
  await context.close()
})

test('on a phone the tree is a list that opens in place, and a card of the feed names the source', async () => {
  const { middle } = await family()
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/')
  await page
    .getByRole('article')
    .first()
    .getByText(/^remix de /)
    .waitFor()
  await page.goto(`/?modal=lineage&post=${middle}`)
  const tree = page.getByRole('dialog', { name: 'Arbre de remix' })
  const own = tree.getByRole('button', { name: /^Image de Kossi Agbeko/ })
  await own.waitFor()
  expect(await own.getAttribute('aria-expanded')).toBe('true')
  await tree.getByRole('link', { name: 'Voir la publication' }).waitFor()
  await own.click()
  expect(await own.getAttribute('aria-expanded')).toBe('false')
  await tree.getByRole('button', { name: 'Publication supprimée' }).click()
  await tree.getByText('Ses remix restent.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the way from the first picture to one is a film that one steps through, and that runs when it is asked to', async () => {
  const { middle, children } = await family()
  const saver = JSON.stringify({ saver: true })
  const storage = { 'cortexia.display': saver }
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto(`/?modal=lineage&post=${children[0]}`)
  await page.getByRole('dialog', { name: 'Arbre de remix' }).getByRole('button', { name: 'Voir le film' }).click()
  const film = page.getByRole('dialog', { name: 'De la première image à celle-ci' })
  const stage = film.locator('[data-stage]')
  const pictures = stage.locator('img')
  await film.getByText('Image 1 sur 3').waitFor()
  await film.getByRole('button', { name: 'Lire' }).waitFor()
  await film.getByText('Une pirogue sur la lagune', { exact: true }).waitFor()
  // Where data is saved, the next picture is not fetched before one comes to it.
  await expect.poll(() => pictures.first().evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  expect(await pictures.count()).toBe(1)

  await page.keyboard.press('ArrowRight')
  await film.getByText('Image 2 sur 3').waitFor()
  expect(await film.locator('ins').allTextContents()).toEqual(['Ajouté : de nuit'])
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const swipe = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 50)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 3 })
    await page.mouse.up()
  }
  await swipe(0.2, 0.8)
  await film.getByText('Image 1 sur 3').waitFor()
  await film.getByRole('slider', { name: 'Film de la lignée' }).fill('3')
  await film.getByRole('button', { name: 'Revoir' }).click()
  await film.getByRole('button', { name: 'Mettre en pause' }).waitFor()
  await film.getByText('Image 2 sur 3').waitFor()
  await page.mouse.click(box.x + box.width / 2, box.y + 50)
  await film.getByRole('button', { name: 'Lire' }).waitFor()
  await film.getByRole('button', { name: 'Arbre de remix' }).click()
  await page.getByRole('dialog', { name: 'Arbre de remix' }).getByRole('list').first().waitFor()
  expect(complaints).toEqual([])

  await page.goto(`/post/${middle}`)
  const strip = page.getByRole('region', { name: 'Lignée du remix' })
  await strip.getByRole('button', { name: 'Voir le film' }).click()
  await film.getByText('Image 1 sur 2').waitFor()
  await context.close()
})

test('without network the tree says so and comes with the next try', async () => {
  const { middle } = await family()
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto(`/post/${middle}`)
  await page.getByRole('region', { name: 'Lignée du remix' }).waitFor()
  await page.route('**/rest/v1/rpc/remix_tree*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto(`/?modal=lineage&post=${middle}`)
  const tree = page.getByRole('dialog', { name: 'Arbre de remix' })
  await tree.getByText('L’arbre n’a pas pu se charger').waitFor()
  await page.unroute('**/rest/v1/rpc/remix_tree*')
  await tree.getByRole('button', { name: 'Réessayer' }).click()
  await tree.getByRole('button', { name: /^Image de Kossi Agbeko/ }).waitFor()
  expect(await tree.getByRole('alert').count()).toBe(0)
  await context.close()
})
