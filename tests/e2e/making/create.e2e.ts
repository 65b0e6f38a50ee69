/** 'Créer une image' before anything is ordered: what the form takes, refuses and survives (spec §4, §5, §8). */
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { phone } from '../../support/browser.ts'
import { join, signOut } from '../../support/people.ts'
import {
  alert,
  button,
  choose,
  description,
  generate,
  isFocused,
  keptFiles,
  mode,
  openForm,
  openSettings,
  picture,
  slot,
} from '../support/creator.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

/** What assistive technology reads after the name. */
const describedBy = (element: Locator) =>
  element.evaluate((node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent)

test('without words nothing is sent, and the form says why', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  let calls = 0
  await page.route('**/functions/v1/v0-generator', (route) => {
    calls += 1
    return route.abort()
  })
  await page.getByRole('dialog').getByText('Il vous reste 5 crédits', { exact: true }).waitFor()
  expect(await generate(page).textContent()).toBe('Générer · 1 crédit')
  expect(await generate(page).isDisabled()).toBe(true)
  expect(await describedBy(generate(page))).toBe('Décrivez l’image à créer')
  for (const words of ['', '   ']) {
    await description(page).fill(words)
    await page.keyboard.press('Control+Enter')
    await alert(page, 'Prompt requis').first().waitFor()
    await alert(page, 'Veuillez saisir une description pour votre image').first().waitFor()
  }
  expect(await page.getByRole('alert').count()).toBe(1)
  expect(await generate(page).isDisabled()).toBe(true)
  await description(page).fill('Un baobab')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(calls).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('near the end the words are counted', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('a'.repeat(1599))
  expect(await page.getByText(/sur 2.000/u).count()).toBe(0)
  await description(page).press('End')
  await page.keyboard.type('a')
  await page.getByText(/1.600 sur 2.000/u).waitFor()
  await context.close()
})

test('« Enhance Prompt » proposes, and nothing is replaced unless it is accepted; « CI Intelligence » is not there yet', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  const enhance = page.getByRole('button', { name: 'Enhance Prompt' })
  expect(await enhance.getAttribute('aria-disabled')).toBe('true')
  await enhance.click({ force: true })
  await page.getByText('Écrivez d’abord votre idée').first().waitFor()
  expect(await enhance.getAttribute('aria-pressed')).toBe('false')

  await description(page).fill('Un baobab')
  await enhance.click()
  expect(await enhance.getAttribute('aria-pressed')).toBe('true')
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  const proposal = page.getByRole('region', { name: 'Proposition de l’assistant' })
  await proposal.locator('h3:focus').waitFor()
  await proposal.locator('ins').first().waitFor()
  expect(await description(page).inputValue()).toBe('Un baobab')
  await proposal.getByRole('button', { name: 'Ignorer' }).click()
  await proposal.waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: 'Enhance Prompt' }).waitFor()
  expect(await description(page).inputValue()).toBe('Un baobab')
  expect(await enhance.getAttribute('aria-pressed')).toBe('false')

  await enhance.click()
  await proposal.getByRole('button', { name: 'Remplacer' }).click()
  await expect.poll(() => description(page).inputValue()).toMatch(/baobab.{10,}/iu)
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await description(page).fill('')
  expect(await enhance.getAttribute('aria-pressed')).toBe('false')
  expect(await mode(page, 'Normal').isChecked()).toBe(true)

  const intelligence = page.getByRole('button', { name: 'CI Intelligence' })
  expect(await intelligence.getAttribute('aria-disabled')).toBe('true')
  expect(await intelligence.innerText()).toMatch(/Bientôt disponible[^]*Soon/u)
  expect(complaints).toEqual([])
  await context.close()
})

test('what a description refuses goes where it is left out from, beside what was there', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await openSettings(page)
  await page.getByLabel('Éviter').fill('texte')
  await description(page).fill('Montagnes sans neige')
  await page.getByRole('button', { name: 'Enhance Prompt' }).click()
  await page.getByText(/^À éviter\s: neige\b/u).waitFor()
  expect(await page.getByLabel('Éviter').inputValue()).toBe('texte')
  await button(page, 'Remplacer').click()
  await expect.poll(() => description(page).inputValue()).not.toContain('neige')
  const avoided = await page.getByLabel('Éviter').inputValue()
  expect(avoided).toMatch(/^texte, neige\b/u)
  const sent = page.waitForRequest('**/functions/v1/v0-generator')
  await generate(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ negative_prompt: avoided })
  expect(complaints).toEqual([])
  await context.close()
})

test('an assistant that cannot answer leaves the words, and its technical line is folded under that', async () => {
  const { context, page } = await openForm(product.browser, product.system)
  const assistant = '**/functions/v1/cortexia-intelligence'
  await page.route(assistant, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await description(page).fill('Un baobab')
  await page.getByRole('button', { name: 'Enhance Prompt' }).click()
  await alert(page, 'L’assistant n’a pas pu répondre').waitFor()
  await page.getByText('Détails techniques').click()
  await page.getByText('Intelligence API error (502): Bad Gateway', { exact: true }).waitFor()
  expect(await description(page).inputValue()).toBe('Un baobab')
  await button(page, 'Ignorer').click()
  await page.locator('button:focus', { hasText: 'Enhance Prompt' }).press('Enter')
  await button(page, 'Réessayer').waitFor()
  await page.unroute(assistant)
  await button(page, 'Réessayer').click()
  await page.getByRole('region', { name: 'Proposition de l’assistant' }).waitFor()
  await context.close()
})

test('an image is described, as a proposal too', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  const input = page.getByLabel('Décrire une image').and(page.locator('input'))
  await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(400, 300) })
  await page.getByText('Description proposée').waitFor()
  expect(await description(page).inputValue()).toBe('')
  await button(page, 'Remplacer').click()
  await expect.poll(() => description(page).inputValue()).not.toBe('')
  expect(complaints).toEqual([])
  await context.close()
})

test('the number of references chooses the mode; a fourth is left out and said so', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  const file = await picture(300, 200)
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  await choose(page, file)
  await slot(page, 1).waitFor()
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await button(page, 'Retirer la référence 1').click()
  expect(await mode(page, 'Normal').isChecked()).toBe(true)

  await choose(page, file, file, file, file)
  await page.getByText('1 image ignorée').waitFor()
  await slot(page, 3).waitFor()
  expect(await page.getByRole('button', { name: /^Référence \d :/u }).count()).toBe(3)
  expect(await mode(page, 'Cortexia').isChecked()).toBe(true)
  await mode(page, 'Normal').check({ force: true })
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('a file is judged by its bytes: no picture, too heavy, too large are each told apart', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  const bomb = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const heavy = Buffer.concat([await picture(64, 64), Buffer.alloc(10 * 1024 * 1024)])
  const refused: [Buffer, RegExp][] = [
    [Buffer.from('%PDF-1.7 not a picture, whatever its name'), /Formats acceptés.*PNG, JPG, WebP/u],
    [bomb, /Image trop grande/u],
    [heavy, /Image trop lourde \(10,1.Mo\)/u],
  ]
  for (const [file, words] of refused) {
    await choose(page, file)
    await alert(page, words).waitFor()
    await button(page, 'Retirer la référence 1').click()
  }
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('a reference has a role, an influence and a place; it is cropped before it leaves, and says nothing of its origin', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  const withPlace = await sharp(await picture(600, 300))
    .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const uploads: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/object/temp-uploads/') && response.ok()) uploads.push(response.url())
  })
  await choose(page, withPlace, await picture(200, 200, '#27348b'))
  await slot(page, 2).waitFor()
  await slot(page, 1).click()
  const editor = page.getByRole('dialog', { name: 'Référence 1' })
  await editor.getByText('Style', { exact: true }).click()
  await editor.getByLabel('Influence').fill('0.9')
  await editor.getByText('influence forte').waitFor()
  await editor.getByText('1:1', { exact: true }).click()
  await editor.getByRole('button', { name: 'Terminé' }).click()
  await page.getByRole('button', { name: 'Référence 1 : Style, influence forte' }).waitFor()
  await expect.poll(() => uploads.length).toBe(3)
  const stored = await Promise.all(
    uploads.map(async (url) => {
      // Its address is known, and opens it for nobody.
      expect((await fetch(url.replace('/object/', '/object/public/'))).ok).toBe(false)
      const { data, error } = await serviceOf(product.system)
        .storage.from('temp-uploads')
        .download(url.split('/temp-uploads/')[1]!)
      if (error) throw error
      return Buffer.from(await data.arrayBuffer())
    }),
  )
  const facts = await Promise.all(stored.map((file) => sharp(file).metadata()))
  expect(
    facts.map(({ format, width, height }) => `${format} ${width}x${height}`).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['jpeg 200x200', 'jpeg 300x300', 'jpeg 600x300'])
  expect(facts.every(({ exif }) => exif === undefined)).toBe(true)
  expect(Buffer.concat(stored).includes('secret')).toBe(false)

  await slot(page, 2).click()
  await page.getByRole('button', { name: 'Avancer' }).click()
  await page.getByRole('button', { name: 'Terminé' }).click()
  await page.getByRole('button', { name: 'Référence 2 : Style, influence forte' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a picture of the feed serves as a reference; an upload that fails is tried again', async () => {
  const { user } = await join(product.system)
  await publishPosts(product.system, { userId: user.id, count: 3 })
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await page.route('**/storage/v1/object/temp-uploads/**', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Référence 1, vide' }).click()
  await button(page, 'Images du feed').click()
  await page
    .getByRole('button', { name: /^Choisir/u })
    .first()
    .click()
  await slot(page, 1).waitFor()
  await choose(page, await picture(300, 200))
  await alert(page, 'L’image n’a pas pu être envoyée.').waitFor()
  await button(page, 'Réessayer').click()
  await slot(page, 2).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.close()
})

test('words, settings and pictures survive a reload; the next person starts with nothing', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  await description(page).fill('Une chéchia rouge')
  await page.reload()
  await expect.poll(() => description(page).inputValue()).toBe('Une chéchia rouge')
  await page.getByText('Brouillon récupéré').waitFor()

  await choose(page, await picture(300, 200))
  await slot(page, 1).waitFor()
  await openSettings(page)
  await page.getByText('16:9', { exact: true }).click()
  await expect.poll(() => keptFiles(page)).toContain('16:9')
  await page.reload()
  await slot(page, 1).waitFor()
  await openSettings(page)
  expect(await page.getByRole('radio', { name: '16:9' }).isChecked()).toBe(true)

  await button(page, 'Effacer').click()
  expect(await description(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Référence 1, vide' }).waitFor()
  await description(page).fill('Un secret')
  await expect.poll(() => keptFiles(page)).toContain('Un secret')
  await page.keyboard.press('Escape')
  await signOut(page)
  await expect.poll(() => keptFiles(page)).toBe('[]')
  expect(complaints).toEqual([])
  await context.close()
})

test('the keys: Alt and a number goes to a place, Delete empties it, the arrow brings back what was written before', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system)
  const past = { user_id: userId, mode: 'normal', width: 1024, height: 1024, engine: 'builtin', status: 'failed' }
  const { error } = await serviceOf(product.system)
    .from('generations')
    .insert([
      { ...past, prompt: 'La première' },
      { ...past, prompt: 'La seconde' },
    ])
  expect(error).toBeNull()
  await description(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => description(page).inputValue()).toMatch(/^La (?:première|seconde)$/u)
  await button(page, 'Historique').click()
  await page.getByLabel('Chercher dans vos descriptions').fill('première')
  await page.getByRole('dialog', { name: 'Historique' }).getByRole('button', { name: 'La première' }).click()
  expect(await description(page).inputValue()).toBe('La première')

  await choose(page, await picture(300, 200))
  await slot(page, 1).waitFor()
  await page.keyboard.press('Alt+1')
  expect(await isFocused(slot(page, 1))).toBe(true)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Référence 1, vide' }).waitFor()
  await context.close()
})
