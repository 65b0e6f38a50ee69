/** Pictures as references: whose they are and who is in them stays known, and their authors' word holds. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { writeLikeness } from '../../../supabase/functions/_shared/stored-images/write-likeness.ts'
import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import {
  alert,
  button,
  choose,
  description,
  generate,
  keptFiles,
  moreActions,
  openForm,
  picture,
  showsNobody,
  slot,
} from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const product = paintedProduct()

interface Guest extends Visit {
  /** Of somebody else, newest first. */
  readonly posts: readonly PublishedPost[]
  readonly author: string
  readonly authorId: string
}

async function openAsGuest(viewport = desktop): Promise<Guest> {
  const { user } = await join(product.system)
  const posts = await publishPosts(product.system, { userId: user.id, count: 3 })
  const author = `awa_${Date.now()}`
  const { error } = await serviceOf(product.system).from('profiles').update({ username: author }).eq('id', user.id)
  if (error) throw error
  const visited = await visit(product.browser, product.system.url, {
    viewport,
    storage: returning(await join(product.system)),
  })
  return { ...visited, posts, author: `@${author}`, authorId: user.id }
}

async function forbid(post: PublishedPost | undefined): Promise<void> {
  const { error } = await serviceOf(product.system)
    .from('feed_posts')
    .update({ remix_allowed: false })
    .eq('id', post?.id)
  if (error) throw error
}

async function takeFromViewer(page: Page, post: PublishedPost | undefined): Promise<void> {
  await page.goto(`/?modal=viewer&post=${post?.id}`)
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Définir comme référence' }).click()
}

test.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'on a %s a reference from the feed is ordered as the publication’s, and no copy is uploaded',
  async (_, viewport) => {
    const { context, page, posts, author, complaints } = await openAsGuest(viewport)
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/storage/v1/')) uploads.push(request.url())
    })
    await takeFromViewer(page, posts[0])
    await slot(page, 1).waitFor()
    await page.getByText(`Remix d’une image de ${author}`).waitFor()
    await expect.poll(() => keptFiles(page)).toContain(`"postId":"${posts[0]?.id}"`)
    await page.reload()
    await slot(page, 1).waitFor()
    await description(page).fill('La même, de nuit')
    const sent = page.waitForRequest('**/functions/v1/v0-generator')
    await generate(page).click()
    const body = (await sent).postDataJSON() as { images: string[] }
    expect(body).toMatchObject({ remix_of: posts[0]?.id })
    expect(body.images).toEqual([expect.stringContaining('/storage/v1/object/public/generated-images/')])
    await page.getByText('Image générée en mode enhanced').waitFor()
    expect(uploads).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('« Ne plus citer cette image » takes the picture away with the name', async () => {
  const { context, page, posts, author } = await openAsGuest()
  await takeFromViewer(page, posts[0])
  await page.getByText(`Remix d’une image de ${author}`).waitFor()
  await button(page, 'Ne plus citer cette image').click()
  await page.getByRole('button', { name: 'Référence 1, vide' }).waitFor()
  expect(await page.getByText(`Remix d’une image de ${author}`).count()).toBe(0)
  await context.close()
})

test('what its author forbids is not taken: that is said, and words and other references stay', async () => {
  const { context, page, posts, author } = await openAsGuest(phone)
  await takeFromViewer(page, posts[0])
  await slot(page, 1).waitFor()
  await description(page).fill('Des mots à garder')
  await expect.poll(() => keptFiles(page)).toContain(`"postId":"${posts[0]?.id}"`)
  await forbid(posts[1])
  await takeFromViewer(page, posts[1])
  await alert(page, `${author} n’autorise pas le remix de cette image.`).waitFor()
  await slot(page, 1).waitFor()
  await page.getByRole('button', { name: 'Référence 2, vide' }).waitFor()
  expect(await description(page).inputValue()).toBe('Des mots à garder')
  await context.close()
})

test('the feed of the form offers what may be used', async () => {
  const { context, page, posts } = await openAsGuest()
  await forbid(posts[1])
  await page.goto('/?modal=create')
  await page.getByRole('button', { name: 'Référence 1, vide' }).click()
  await button(page, 'Images du feed').click()
  await button(page, `Choisir : ${posts[0]?.prompt}`).first().waitFor()
  const offered = page.waitForResponse((response) => response.url().includes('remix_allowed.is.true'))
  await page.reload()
  await page.getByRole('button', { name: 'Référence 1, vide' }).click()
  await button(page, 'Images du feed').click()
  const ids = ((await (await offered).json()) as { id: string }[]).map(({ id }) => id)
  expect(ids).toContain(posts[0]?.id)
  expect(ids).not.toContain(posts[1]?.id)
  await context.close()
})

test('a copy that is uploaded is refused like the picture itself, and the words stay', async () => {
  const { context, page, posts, authorId } = await openAsGuest()
  await Promise.all(posts.map(forbid))
  const service = serviceOf(product.system)
  const { data } = await service
    .from('generation_images')
    .select('id')
    .eq('user_id', authorId)
    .eq('width', 512)
    .single()
  const file = await sharp(await picture(512, 512, '#e2a23a'))
    .webp()
    .toBuffer()
  const { hash: p_hash, colours: p_colours } = await writeLikeness(file)
  const looked = await service.rpc('record_likeness', { p_image: (data as { id: string }).id, p_hash, p_colours })
  expect(looked.error).toBeNull()
  await page.goto('/?modal=create')
  await choose(page, await picture(300, 300, '#e2a23a'))
  await showsNobody(page)
  await description(page).fill('Rien de nouveau')
  await generate(page).click()
  await page.getByText('L’auteur de cette image n’autorise pas le remix.').first().waitFor()
  expect(await description(page).inputValue()).toBe('Rien de nouveau')
  await slot(page, 1).waitFor()
  await context.close()
})

test('references leave with their roles and who is in them, which is asked once; the receipt says what became of each', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system)
  const [photo, child] = [await picture(400, 300), await picture(300, 500, '#2f6b3a')]
  await choose(page, photo, child)
  await description(page).fill('Un masque de fête')
  const first = page.getByRole('group', { name: 'La photo 1 montre-t-elle quelqu’un ?' })
  await page.getByText('Dites d’abord qui est sur la photo.').waitFor()
  expect(await generate(page).isDisabled()).toBe(true)
  await button(first, 'Cette personne est d’accord').click()
  await button(page.getByRole('group', { name: 'La photo 2 montre-t-elle quelqu’un ?' }), 'C’est un enfant').click()
  await page.getByText('La photo d’un enfant ne peut pas servir').waitFor()
  expect(await description(page).inputValue()).toBe('Un masque de fête')
  // Where the last question was, nothing is: the keyboard goes on at the picture.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-slot'))
  await expect.poll(focused).toBe('2')
  await choose(page, await picture(300, 400, '#5b1f6a'))
  await showsNobody(page)
  await expect.poll(focused).toBe('2')
  await slot(page, 1).click()
  await page.getByRole('dialog', { name: 'Référence 1' }).getByText('Style', { exact: true }).click()
  await button(page, 'Terminé').click()
  await page.getByRole('button', { name: /^Référence 1 : Style/u }).waitFor()
  const sent = page.waitForRequest('**/functions/v1/v0-generator')
  await generate(page).click()
  const body = (await sent).postDataJSON() as { images: string[]; reference_settings: object[] }
  expect(body.images).toHaveLength(2)
  expect(body.reference_settings).toMatchObject([
    { role: 'style', shows: 'agreed' },
    { role: 'auto', shows: 'nobody' },
  ])
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await page.getByText('Image générée en mode cortexia').waitFor()
  const receipt = page.getByText('Ce qui vient de vos images').locator('..')
  await expect.poll(() => receipt.getByRole('listitem').count()).toBe(2)
  const { data } = await serviceOf(product.system)
    .from('generation_references')
    .select('position,role,generations!inner(user_id)')
    .eq('generations.user_id', userId)
    .order('position')
  expect(data).toMatchObject([{ role: 'style' }, { role: 'auto' }])

  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Utiliser comme référence' }).click()
  await slot(page, 3).waitFor()
  await button(page, 'Retirer la référence 1').click()
  await choose(page, photo)
  await slot(page, 3).click()
  await page
    .getByRole('dialog', { name: 'Référence 3' })
    .getByText('La personne sur cette photo est d’accord.')
    .waitFor()
  await context.close()
})
