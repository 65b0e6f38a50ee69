/** 'Remix Image': somebody's picture, new words, and where it comes from (spec §4). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { alert, button, description, dialog, generate, mode, slot } from '../support/creator.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const generator = '**/functions/v1/v0-generator'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const remixOf = (page: Page) => page.getByRole('dialog', { name: 'Remix Image' })

/** A member in front of the remix of somebody else's picture. */
async function openRemix(): Promise<Visit & { post: PublishedPost }> {
  const author = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  if (!post) throw new Error('nothing was published')
  const { error } = await serviceOf(product.system)
    .from('profiles')
    .update({ username: `awa_${Date.now()}` })
    .eq('id', author.user.id)
  if (error) throw error
  const visited = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(await join(product.system)),
  })
  await visited.page.goto(`/post/${post.id}`)
  await visited.page.getByRole('button', { name: 'Remix' }).click()
  await remixOf(visited.page).getByRole('textbox').waitFor()
  return { ...visited, post }
}

test('a remix wants words; made at once, it names the post and has its source as a reference', async () => {
  const { context, page, complaints, post } = await openRemix()
  const remix = remixOf(page)
  await remix.getByText(/D’après @awa_/u).waitFor()
  expect(await mode(page, 'Cortexia').isChecked()).toBe(true)
  await generate(page).click()
  await alert(page, 'Prompt requis').waitFor()
  await alert(page, 'Veuillez saisir une description pour votre remix').waitFor()

  await button(page, 'Même scène, de nuit').click()
  await button(page, 'Style aquarelle').click()
  expect(await remix.getByRole('textbox').inputValue()).toBe('Même scène, de nuit, Style aquarelle')
  await mode(page, 'Cortexia').focus()
  await page.keyboard.press('e')
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await remix.getByText('Mots et image source', { exact: true }).waitFor()

  const sent = page.waitForRequest(generator)
  await generate(page).click()
  const body = (await sent).postDataJSON() as { images: string[] }
  expect(body).toMatchObject({ mode: 'enhanced', source: 'remix-modal', remix_of: post.id, image: body.images[0] })
  expect(body.images).toEqual([expect.stringContaining('/storage/v1/object/public/generated-images/')])
  await dialog(page).waitFor()
  await page.getByText('Image générée en mode enhanced').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('« Ouvrir le formulaire » carries words, mode, source image and its author', async () => {
  const { context, page, complaints, post } = await openRemix()
  await remixOf(page).getByRole('textbox').fill('La même, de nuit')
  await mode(page, 'Enhanced').check({ force: true })
  await button(page, 'Ouvrir le formulaire').click()
  await dialog(page).waitFor()
  await expect.poll(() => description(page).inputValue()).toBe('La même, de nuit')
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await page.getByText(/Remix d’une image de @awa_/u).waitFor()
  await slot(page, 1).waitFor()
  const sent = page.waitForRequest(generator)
  await generate(page).click()
  const body = (await sent).postDataJSON() as { images: string[] }
  expect(body).toMatchObject({ mode: 'enhanced', remix_of: post.id })
  expect(body.images).toEqual([expect.stringContaining('/storage/v1/object/public/generated-images/')])
  await page.getByText('Image générée en mode enhanced').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a source that cannot be fetched leaves the words', async () => {
  const { context, page } = await openRemix()
  await remixOf(page).getByRole('textbox').fill('Sans son image')
  await page.route('**/storage/v1/object/public/generated-images/**', (route) => route.abort())
  await button(page, 'Ouvrir le formulaire').click()
  await alert(page, 'Image source indisponible, le texte est conservé.').waitFor()
  expect(await description(page).inputValue()).toBe('Sans son image')
  await page.getByRole('button', { name: 'Référence 1, vide' }).waitFor()
  await context.close()
})

test('an author may forbid it, and a post may be gone', async () => {
  const { context, page, post } = await openRemix()
  const posts = serviceOf(product.system).from('feed_posts')
  expect((await posts.update({ remix_allowed: false }).eq('id', post.id)).error).toBeNull()
  await page.goto(`/?modal=remix&post=${post.id}`)
  await page.getByText(/n’autorise pas le remix de cette image/u).waitFor()
  expect((await posts.delete().eq('id', post.id)).error).toBeNull()
  await page.goto(`/?modal=remix&post=${post.id}`)
  await page.getByText('Cette image n’est plus disponible.').waitFor()
  await context.close()
})
