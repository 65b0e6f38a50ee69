/** What can be done with a fresh picture: publish it, with or without details, keep it, share it, go on from it. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { phone } from '../../support/browser.ts'
import {
  alert,
  button,
  type Creator,
  description,
  generate,
  holdOnce,
  moreActions,
  openForm,
  openSettings,
} from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()

const posts = '**/rest/v1/feed_posts?*'
const result = (page: Page) => page.getByRole('heading', { name: 'Image générée' })

async function openResult(words: string, options: Parameters<typeof openForm>[2] = {}): Promise<Creator> {
  const creator = await openForm(product.browser, product.system, options)
  await description(creator.page).fill(words)
  await generate(creator.page).click()
  await result(creator.page).waitFor()
  return creator
}

async function postOf(userId: string): Promise<Record<string, unknown>> {
  const { data, error } = await serviceOf(product.system)
    .from('feed_posts')
    .select('*')
    .eq('creator_id', userId)
    .single()
  if (error) throw error
  return data as Record<string, unknown>
}

test('the first time publishing asks two things, then it is one tap; a failure keeps the picture', async () => {
  const { context, page, userId } = await openResult('Des pirogues peintes')
  await page.route(posts, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await button(page, 'Publier').click()
  const question = page.getByRole('dialog', { name: 'Avant de publier' })
  await question.getByRole('switch', { name: 'Prompt visible' }).waitFor()
  await question.getByText('Chacun peut lire votre description.').waitFor()
  await question.getByRole('button', { name: 'Publier' }).click()
  await alert(page, 'Erreur de publication').waitFor()
  await alert(page, 'Échec').waitFor()
  await page.unroute(posts)
  const refusal = { code: '23514', message: 'This picture was removed', hint: 'picture_removed', details: null }
  await page.route(posts, (route) => route.fulfill({ status: 400, json: refusal }))
  await button(page, 'Publier').click()
  await alert(page, 'This picture was removed').waitFor()
  await page.unroute(posts)

  const held = holdOnce(page, posts)
  await button(page, 'Publier').click()
  await button(page, 'Publication...').waitFor()
  expect(await question.count()).toBe(0)
  ;(await held).release()
  await page.getByText('Publié dans le feed').first().waitFor()
  expect(await page.getByRole('link', { name: 'Publiée · Voir' }).getAttribute('href')).toMatch(/^\/post\//u)
  // Exactly what spec §3 says of a post from the create form.
  expect(await postOf(userId)).toMatchObject({
    prompt: 'Des pirogues peintes',
    title: null,
    description: null,
    hashtags: '',
    visibility: 'public',
    prompt_visible: true,
    remix_allowed: true,
    metadata: { source: 'create-modal' },
  })
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await page.waitForURL(/\/post\//u)
  await context.close()
})

test('what is published in one tab is not offered again in another one, nor after a reload', async () => {
  const { context, page, complaints, userId } = await openForm(product.browser, product.system)
  product.painter.hold()
  await description(page).fill('Un tambour d’aisselle')
  await generate(page).click()
  const working = { name: 'Génération en cours...' }
  await page.getByRole('progressbar', working).waitFor()
  const other = await context.newPage()
  await other.goto('/?modal=create')
  await other.getByRole('progressbar', working).waitFor()
  product.painter.release()
  await result(page).waitFor()
  await result(other).waitFor()
  await button(page, 'Publier').click()
  await page.getByRole('dialog', { name: 'Avant de publier' }).getByRole('button', { name: 'Publier' }).click()
  const published = (tab: Page) => tab.getByRole('link', { name: 'Publiée · Voir' })
  await published(page).waitFor()

  // A tab that has heard of it offers it no more; one that has not is told when it tries, and publishes nothing.
  const unheard = button(other, 'Publier')
  await unheard.or(published(other)).first().waitFor()
  await unheard.click({ timeout: 5000 }).catch(() => undefined)
  await published(other).waitFor()
  const { id } = await postOf(userId)
  expect(await published(other).getAttribute('href')).toBe(`/post/${String(id)}`)

  await other.goto('/?modal=images')
  await other.getByRole('button', { name: 'Un tambour d’aisselle' }).first().click()
  await published(other).waitFor()
  expect(await button(other, 'Publier').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('what has become a picture is no draft to be recovered; what is written after it is', async () => {
  const { context, page } = await openResult('Un pilon et son mortier')
  await page.goto('/?modal=create')
  await expect.poll(() => description(page).inputValue()).toBe('Un pilon et son mortier')
  expect(await page.getByText('Brouillon récupéré').count()).toBe(0)
  await description(page).fill('Un pilon et son mortier, de nuit')
  await page.goto('/?modal=create')
  await page.getByText('Brouillon récupéré').waitFor()
  await context.close()
})

test('what is settled in « Confidentialité » is offered at each publication; a picture that one watched is not told again', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system)
  const service = serviceOf(product.system)
  const settled = { default_prompt_visible: false, default_remix_allowed: false }
  await service.from('profile_settings').update(settled).eq('user_id', userId).throwOnError()
  await page.reload()
  await description(page).fill('Une natte tressée')
  await generate(page).click()
  await result(page).waitFor()
  const told = async () => (await service.from('notifications').select('type').eq('user_id', userId)).data
  await expect.poll(told).toEqual([])
  await button(page, 'Publier').click()
  const question = page.getByRole('dialog', { name: 'Avant de publier' })
  await expect.poll(() => question.getByRole('switch', { name: 'Prompt visible' }).isChecked()).toBe(false)
  expect(await question.getByRole('switch', { name: 'Remix autorisé' }).isChecked()).toBe(false)
  await question.getByText('Prompt visible').click()
  await question.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Publié dans le feed').first().waitFor()
  expect(await postOf(userId)).toMatchObject({ prompt_visible: true, remix_allowed: false })
  const now = () =>
    service
      .from('profile_settings')
      .select('default_prompt_visible,default_remix_allowed')
      .eq('user_id', userId)
      .single()
  await expect
    .poll(async () => (await now()).data)
    .toEqual({ default_prompt_visible: true, default_remix_allowed: false })
  await context.close()
})

test('a result has its place before its file is there', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await page.route('**/storage/v1/render/image/**', () => undefined)
  await description(page).fill('Une calebasse gravée')
  await generate(page).click()
  await result(page).waitFor()
  const box = await button(page, 'Agrandir l’image').boundingBox()
  expect(box?.height).toBeGreaterThan(phone.height / 4)
  await context.close()
})

test('« Détails » gives a title, words, hashtags, an alternative text; hidden words are nowhere', async () => {
  const { context, page, complaints, userId } = await openResult('Un secret de teinturier', { viewport: phone })
  await button(page, 'Détails').click()
  const details = page.getByRole('dialog', { name: 'Détails de la publication' })
  await details.getByLabel('Titre').fill('Indigo')
  await details.getByLabel('Légende', { exact: true }).fill('Trois bains, une nuit.')
  await details.getByText('Prompt visible · Remix autorisé', { exact: true }).waitFor()
  await openSettings(details)
  const alternative = details.getByLabel('Texte alternatif')
  await details.getByLabel('Hashtags').fill('#Indigo')
  // Leaving the field makes it a hashtag, and moves nothing from under the finger.
  const before = await alternative.boundingBox()
  await details.getByLabel('Hashtags').blur()
  await page.getByRole('button', { name: /^Retirer #indigo$/iu }).waitFor()
  expect(await alternative.boundingBox()).toEqual(before)
  await details.getByLabel('Hashtags').fill('wax,')
  await page.getByRole('button', { name: 'Retirer #wax' }).click()
  expect(await alternative.inputValue()).toBe('Un secret de teinturier')
  await alternative.fill('Un tissu bleu')
  await details.getByText('Non listé', { exact: true }).click()
  const linesOf = (label: Element) => {
    const words = document.createRange()
    words.selectNodeContents(label.lastChild ?? label)
    return words.getClientRects().length
  }
  expect(await details.getByText('Non listé', { exact: true }).evaluate(linesOf)).toBe(1)
  const width = () => details.locator('form').evaluate((form) => form.getBoundingClientRect().width)
  const wide = await width()
  await details.getByRole('switch', { name: 'Prompt visible' }).click()
  await details.getByText('Prompt masqué · Remix autorisé', { exact: true }).waitFor()
  await details.getByRole('switch', { name: 'Prompt sur demande' }).click()
  await details.getByText('Prompt sur demande · Remix autorisé', { exact: true }).waitFor()
  await details.getByRole('radiogroup', { name: 'Qui peut commenter' }).getByText('Personne').click()
  await details.getByText(/Commentaires\s: personne/u).waitFor()
  expect(await width()).toBe(wide)
  await details.getByRole('button', { name: 'Publier' }).click()
  await page.getByText('Publication enregistrée').waitFor()
  // Both buttons are gone: whoever pressed one stands at what has taken their place.
  await page.getByRole('link', { name: 'Publiée · Voir' }).and(page.locator(':focus')).waitFor()
  expect(await postOf(userId)).toMatchObject({
    prompt: '…',
    title: 'Indigo',
    description: 'Trois bains, une nuit.',
    hashtags: 'indigo',
    alt_text: 'Un tissu bleu',
    visibility: 'unlisted',
    prompt_visible: false,
    prompt_on_request: true,
    remix_allowed: true,
  })
  expect(complaints).toEqual([])
  await context.close()
})

test('a picture is shared, saved in three formats, or opened where it cannot be', async () => {
  const { context, page } = await openResult('Une cour à midi')
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))
  await button(page, 'Partager').click()
  await page.getByText('Lien copié').waitFor()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toContain(`${product.system.url}/storage/v1/object/public/generated-images/`)

  for (const [format, kind] of [
    ['WEBP', 'webp'],
    ['JPG', 'jpeg'],
    ['PNG', 'png'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await button(page, 'Télécharger').click()
    await page.getByRole('menuitem', { name: format }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(
      new RegExp(String.raw`^cortexia-[\da-f-]{36}\.${format.toLowerCase()}$`, 'u'),
    )
    expect((await sharp(await file.path()).metadata()).format).toBe(kind)
  }

  await page.route(shared, (route) => route.abort())
  const opened = context.waitForEvent('page')
  await button(page, 'Télécharger').click()
  await page.getByRole('menuitem', { name: 'WEBP' }).click()
  await page.getByText('Téléchargement impossible').waitFor()
  await expect.poll(async () => (await opened).url()).toBe(shared)
  await context.close()
})

test('several pictures are chosen from, compared and published as one; their settings come back with or without the words', async () => {
  const { context, page, complaints, userId } = await openForm(product.browser, product.system)
  await openSettings(page)
  await page.getByRole('radiogroup', { name: 'Nombre d’images' }).getByText('2').click()
  await page.getByText('16:9', { exact: true }).click()
  await page.getByLabel('Éviter').fill('texte')
  await description(page).fill('Deux voiles sur le lac')
  await generate(page).click()
  await result(page).waitFor()
  await button(page, 'Choisir l’image 2').click()
  expect(await button(page, 'Choisir l’image 2').getAttribute('aria-pressed')).toBe('true')
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Comparer deux images' }).click()
  const border = page.getByRole('slider', { name: 'Limite entre les deux images' })
  await border.focus()
  await page.keyboard.press('Home')
  expect(await border.inputValue()).toBe('0')
  await page.keyboard.press('Escape')

  // Both in one publication, the second one first.
  await button(page, 'Détails').click()
  const details = page.getByRole('dialog', { name: 'Détails de la publication' })
  await button(page, 'Ajouter l’image 1').click()
  await details.getByRole('list').first().getByRole('listitem').nth(1).waitFor()
  await openSettings(details)
  await details.getByLabel('Langue du texte').selectOption('fon')
  await details.getByRole('button', { name: 'Publier', exact: true }).click()
  await page.getByText('Publié dans le feed').waitFor()
  const { data: made } = await serviceOf(product.system)
    .from('generation_images')
    .select('id')
    .eq('user_id', userId)
    .order('position')
  expect(await postOf(userId)).toMatchObject({
    image_id: made?.[1]?.['id'],
    more_images: [{ id: made?.[0]?.['id'], alt: 'Deux voiles sur le lac' }],
    read_lang: 'fon',
  })
  // The other one is known as published, too.
  await button(page, 'Choisir l’image 1').click()
  await page.getByRole('link', { name: 'Publiée · Voir' }).waitFor()

  await description(page).fill('Autre chose')
  await page.getByLabel('Éviter').fill('')
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Reprendre la description seule' }).click()
  await expect.poll(() => description(page).inputValue()).toBe('Deux voiles sur le lac')
  expect(await page.getByLabel('Éviter').inputValue()).toBe('')
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: 'Reprendre tous les réglages' }).click()
  await expect.poll(() => page.getByLabel('Éviter').inputValue()).toBe('texte')
  expect(await page.getByRole('radio', { name: '16:9' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})
