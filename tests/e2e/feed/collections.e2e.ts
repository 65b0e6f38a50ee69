/** Collections: opened by their address, renamed, shown to others or not, put in order, emptied, deleted and brought back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const product = startedProduct()

interface Collected {
  id: string
  posts: PublishedPost[]
  /** Opens it as its owner. */
  open: (viewport?: typeof phone) => Promise<Visit>
}

/** « Lagunes » of somebody new, with so many publications, the first of the feed first. */
async function collected(visibility: string, count = 3): Promise<Collected> {
  const session = await join(product.system)
  const posts = await publishPosts(product.system, { userId: session.user.id, count })
  const service = serviceOf(product.system)
  const row = { owner_id: session.user.id, name: 'Lagunes', visibility }
  const made = await service.from('collections').insert(row).select('id').single<{ id: string }>()
  if (made.error) throw made.error
  const { id } = made.data
  const items = posts.map((post, position) => ({ collection_id: id, post_id: post.id, position }))
  const { error } = await service.from('collection_items').insert(items)
  if (error) throw error
  const open = async (viewport = desktop) => {
    const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
    await visited.page.goto(`/collection/${id}`)
    await visited.page.getByRole('heading', { level: 1, name: 'Lagunes' }).waitFor()
    return visited
  }
  return { id, posts, open }
}

const stored = async (id: string) => {
  const rows = serviceOf(product.system).from('collections').select('name,description,visibility,items_count')
  return (await rows.eq('id', id).is('deleted_at', null).maybeSingle<object>()).data
}
const order = async (id: string) => {
  const items = serviceOf(product.system).from('collection_items').select('post_id').eq('collection_id', id)
  const { data } = await items.order('position').order('added_at', { ascending: false })
  return data?.map(({ post_id: post }) => post as string)
}
const pictures = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const shown = (page: Page) =>
  pictures(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
const rows = (page: Page) => page.getByRole('main').locator('ol > li')

test('an unlisted one opens for whoever has its address, signed out too; a private one for its owner alone', async () => {
  const [unlisted, secret] = [await collected('unlisted'), await collected('private')]
  const { page, context, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto(`/collection/${unlisted.id}`)
  await page.getByRole('heading', { level: 1, name: 'Lagunes' }).waitFor()
  await expect.poll(() => shown(page)).toEqual(unlisted.posts.map(({ id }) => id))
  expect(await page.getByRole('button', { name: 'Modifier' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.goto(`/collection/${secret.id}`)
  await page.getByRole('heading', { level: 1, name: 'Cette collection est introuvable' }).waitFor()
  const own = await secret.open()
  await expect.poll(() => shown(own.page)).toEqual(secret.posts.map(({ id }) => id))
  await own.context.close()
  await context.close()
})

test('its owner gives it another name, words and another audience', async () => {
  const { id, open } = await collected('public')
  const { page, context, complaints } = await open(phone)
  await page.getByRole('button', { name: 'Modifier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Modifier la collection' })
  await dialog.getByLabel('Nom').fill(' ')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('Donnez-lui un nom.').waitFor()
  await dialog.getByLabel('Nom').fill('Marchés du soir')
  await dialog.getByLabel('Description').fill('Ce qui brille après la pluie.')
  await dialog.getByRole('radio', { name: 'Non listée' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Marchés du soir' }).waitFor()
  await page.getByText('Ce qui brille après la pluie.').waitFor()
  expect(await stored(id)).toMatchObject({ name: 'Marchés du soir', visibility: 'unlisted' })
  await page.getByRole('button', { name: 'Partager' }).click()
  await page.getByText('Lien copié').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.system.url}/collection/${id}`)
  expect(complaints).toEqual([])
  await context.close()
})

async function arrange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Réorganiser' }).click()
  await rows(page).first().waitFor()
}

test('it is put in order by keys, by buttons and by the handle, and stays so', async () => {
  const { id, posts, open } = await collected('public', 4)
  const [a = '', b = '', c = '', d = ''] = posts.map((post) => post.id)
  const { page, context, complaints } = await open()
  await arrange(page)
  await page.getByRole('button', { name: `Descendre ${posts[0]?.prompt}` }).click()
  await expect.poll(() => order(id)).toEqual([b, a, c, d])
  const handle = page.getByRole('button', { name: `Déplacer 4, ${posts[3]?.prompt}` })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => order(id)).toEqual([b, a, d, c])
  await page.getByText(`${posts[3]?.prompt} : place 3 sur 4`).waitFor({ state: 'attached' })
  const grip = await page.getByRole('button', { name: `Déplacer 4, ${posts[2]?.prompt}` }).boundingBox()
  const first = await rows(page).first().boundingBox()
  if (!grip || !first) throw new Error('a row is not drawn')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2, first.y, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => order(id)).toEqual([c, b, a, d])
  await page.getByRole('button', { name: 'Terminé' }).click()
  await page.reload()
  await expect.poll(() => shown(page)).toEqual([c, b, a, d])
  expect(complaints).toEqual([])
  await context.close()
})

test('an image is taken out, and comes back where it stood', async () => {
  const { id, posts, open } = await collected('public')
  const ids = posts.map((post) => post.id)
  const { page, context } = await open(phone)
  await arrange(page)
  await page.getByRole('button', { name: `Retirer ${posts[1]?.prompt}` }).click()
  await expect.poll(() => order(id)).toEqual([ids[0], ids[2]])
  await page.getByText('2 images').waitFor()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect.poll(() => order(id)).toEqual(ids)
  await page.getByText('3 images').waitFor()
  await context.close()
})

test('it is deleted and brought back, and stands on its owner’s profile with its cover', async () => {
  const { id, open } = await collected('public')
  const { page, context, complaints } = await open()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer la collection' }).click()
  await page.getByText('Collection supprimée').waitFor()
  await page.waitForURL((url) => url.pathname === '/profile')
  expect(await stored(id)).toBeNull()
  expect(await page.getByRole('link', { name: /Lagunes/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Annuler' }).click()
  const cover = page.getByRole('link', { name: /Lagunes/ })
  await cover.waitFor()
  await expect.poll(() => cover.locator('img').count()).toBe(3)
  await cover.click()
  await page.waitForURL((url) => url.pathname === `/collection/${id}`)
  expect(await stored(id)).toMatchObject({ items_count: 3 })
  expect(complaints).toEqual([])
  await context.close()
})

test('a filing that the server refuses leaves the post as it was, and says why', async () => {
  const [author, session] = [await join(product.system), await join(product.system)]
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const service = serviceOf(product.system)
  await service.from('collections').insert({ owner_id: session.user.id, name: 'Pleine' }).throwOnError()
  const { page, context } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/rest/v1/collection_items*', async (route) => {
    await answer.promise
    const json = { code: 'PT409', message: 'It is full', hint: 'collection_full', details: null }
    await route.fulfill({ status: 409, json })
  })
  await page.goto(`/post/${post!.id}`)
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  await save.waitFor()
  await page.getByRole('button', { name: 'Plus d’actions' }).click()
  await page.getByRole('menuitem', { name: 'Ajouter à une collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter à une collection' })
  const row = dialog.getByRole('checkbox', { name: 'Pleine' })
  await row.click()
  expect(await row.isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  answer.resolve()
  await page.getByText('Cette collection est pleine (5 000 images).').waitFor()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('false')
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('axe finds nothing on a %s', async (_, viewport) => {
  const axe = await startAxe()
  const { open } = await collected('unlisted')
  const { page, context } = await open(viewport)
  const found = [...(await axe.violations(page, 'collection'))]
  await page.getByRole('button', { name: 'Modifier' }).click()
  await page.getByRole('dialog', { name: 'Modifier la collection' }).waitFor()
  found.push(...(await axe.violations(page, 'edit collection')))
  await page.keyboard.press('Escape')
  await arrange(page)
  found.push(...(await axe.violations(page, 'arrange collection')))
  expect(found).toEqual([])
  await context.close()
})
