/** 'Créer une image' and 'Remix Image': what they take, refuse and survive (spec §4, §5, §8). */
import type { Browser, Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { desktop, launchBrowser, phone, visit, type Visit } from '../support/browser.ts'
import { join, remembered } from '../support/people.ts'
import { startSystem, type RunningSystem } from '../support/start-system.ts'
import { publishPosts } from './published-posts.ts'

const generator = '**/functions/v1/v0-generator'

let system: RunningSystem
let browser: Browser
beforeAll(async () => {
  system = await startSystem()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await system[Symbol.asyncDispose]()
})

/** A member in front of the open form. */
async function openForm(viewport = desktop): Promise<Visit> {
  const storage = remembered(await join(system))
  const visited = await visit(browser, system.url, { viewport, storage })
  await visited.page.goto('/?modal=create')
  await description(visited.page).waitFor()
  return visited
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Créer une image' })
const description = (page: Page) => page.getByLabel('Description')
const generate = (page: Page) => page.getByRole('button', { name: 'Générer', exact: true })
const mode = (page: Page, name: string) => page.getByRole('radio', { name })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c2482a' } })
    .jpeg()
    .toBuffer()
}

async function choose(page: Page, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  const typed = files.map(({ name, buffer }) => ({ name, mimeType: 'image/jpeg', buffer }))
  await page.locator('input[type=file]').setInputFiles(typed)
}

/** What assistive technology reads after the name. */
const describedBy = (element: Locator) =>
  element.evaluate((node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent)

test('without words nothing is sent, and the form says why', async () => {
  const { context, page, complaints } = await openForm()
  let calls = 0
  await page.route(generator, (route) => {
    calls += 1
    return route.abort()
  })
  expect(await generate(page).isDisabled()).toBe(true)
  expect(await describedBy(generate(page))).toBe('Décrivez l’image à créer')
  for (const words of ['', '   ']) {
    await description(page).fill(words)
    await page.keyboard.press('Control+Enter')
    await alert(page, 'Prompt requis').first().waitFor()
    await alert(page, 'Veuillez saisir une description pour votre image').first().waitFor()
  }
  expect(await generate(page).isDisabled()).toBe(true)
  expect(calls).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('« Enhance Prompt » wants words and sets its mode; « CI Intelligence » is not there yet', async () => {
  const { context, page } = await openForm(phone)
  const enhance = page.getByRole('button', { name: 'Enhance Prompt' })
  expect(await enhance.getAttribute('aria-disabled')).toBe('true')
  await enhance.click({ force: true })
  expect(await enhance.getAttribute('aria-pressed')).toBe('false')
  await description(page).fill('Un baobab')
  await enhance.click()
  expect(await enhance.getAttribute('aria-pressed')).toBe('true')
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await description(page).fill('')
  expect(await enhance.getAttribute('aria-pressed')).toBe('false')
  expect(await mode(page, 'Normal').isChecked()).toBe(true)

  const intelligence = page.getByRole('button', { name: 'CI Intelligence' })
  expect(await intelligence.getAttribute('aria-disabled')).toBe('true')
  expect(await intelligence.innerText()).toMatch(/Bientôt disponible[^]*Soon/u)
  await context.close()
})

test('the number of references chooses the mode; a fourth is left out and said so', async () => {
  const { context, page, complaints } = await openForm()
  const buffer = await picture(300, 200)
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  await choose(page, { name: 'une.jpg', buffer })
  await page.getByAltText('Référence 1').waitFor()
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Retirer la référence 1' }).click()
  expect(await mode(page, 'Normal').isChecked()).toBe(true)

  await choose(page, ...['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.jpg`, buffer })))
  await page.getByText('1 image ignorée').waitFor()
  await page.getByAltText('Référence 3').waitFor()
  expect(await page.getByAltText(/^Référence \d$/u).count()).toBe(3)
  expect(await mode(page, 'Cortexia').isChecked()).toBe(true)
  await mode(page, 'Normal').check({ force: true })
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('a file is judged by its bytes: no picture, too heavy, too large are each told apart', async () => {
  const { context, page, complaints } = await openForm(phone)
  const bomb = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const heavy = Buffer.concat([await picture(64, 64), Buffer.alloc(10 * 1024 * 1024)])
  const refused: [Buffer, RegExp][] = [
    [Buffer.from('%PDF-1.7 not a picture, whatever its name'), /Formats acceptés.*PNG, JPG, WebP/u],
    [bomb, /Image trop grande/u],
    [heavy, /Image trop lourde/u],
  ]
  for (const [buffer, words] of refused) {
    await choose(page, { name: 'photo.jpg', buffer })
    await alert(page, '').filter({ hasText: words }).waitFor()
    await page.getByRole('button', { name: 'Retirer la référence 1' }).click()
  }
  expect(await mode(page, 'Normal').isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('two quick presses make one picture; closed meanwhile, it waits in the form', async () => {
  const { context, page, complaints } = await openForm(phone)
  const requests: unknown[] = []
  const held = holdOnce(page, generator)
  page.on('request', (request) => request.url().endsWith('/v0-generator') && requests.push(request.postDataJSON()))
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).dblclick()
  const busy = page.getByRole('button', { name: 'Génération en cours...' })
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  ;(await held).release()
  await page.getByText('Image générée en mode normal').waitFor()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ prompt: 'Une étoile sur la lagune', mode: 'normal', width: 1024, height: 1024 })
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a failure is told, keeps the words, and within 2 s another press is ignored', async () => {
  const { context, page } = await openForm()
  let calls = 0
  await page.route(generator, (route) => {
    calls += 1
    return route.fulfill({ status: 502, json: { error: 'Erreur lors de la génération', code: 'engine_failed' } })
  })
  await description(page).fill('Un tisserand à son métier')
  await generate(page).click()
  await alert(page, 'Erreur de génération').waitFor()
  await alert(page, 'Erreur lors de la génération').waitFor()
  expect(await description(page).inputValue()).toBe('Un tisserand à son métier')
  await generate(page).click()
  expect(calls).toBe(1)
  await expect
    .poll(async () => {
      await generate(page).click()
      return calls
    })
    .toBe(2)
  await context.close()
})

test('words survive a reload of the page', async () => {
  const { context, page } = await openForm(phone)
  await description(page).fill('Une chéchia rouge')
  await page.reload()
  await expect.poll(() => description(page).inputValue()).toBe('Une chéchia rouge')
  await context.close()
})

test('a result is published after a failed try, shared, downloaded, or opened where it cannot be', async () => {
  const { context, page } = await openForm()
  await description(page).fill('Des pirogues peintes')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()

  await page.route('**/rest/v1/feed_posts?*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.getByRole('button', { name: 'Publier' }).click()
  await alert(page, 'Erreur de publication').waitFor()
  await alert(page, 'Échec').waitFor()
  await page.unroute('**/rest/v1/feed_posts?*')

  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))
  await page.getByRole('button', { name: 'Partager' }).click()
  await page.getByText('Lien copié').waitFor()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toContain(`${system.url}/storage/v1/object/public/generated-images/`)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^cortexia-[\da-f-]{36}\.webp$/u)

  await page.route(shared, (route) => route.abort())
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Télécharger' }).click()
  await page.getByText('Téléchargement impossible').waitFor()
  await expect.poll(async () => (await opened).url()).toBe(shared)
  await (await opened).close()

  const held = holdOnce(page, '**/rest/v1/feed_posts?*')
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('button', { name: 'Publication...' }).waitFor()
  ;(await held).release()
  await page.getByText('Publié dans le feed').first().waitFor()
  expect(await page.getByRole('link', { name: 'Voir la publication' }).getAttribute('href')).toMatch(/^\/post\//u)
  await context.close()
})

test('the focus goes into the form, follows the work and comes back to what opened it', async () => {
  const storage = remembered(await join(system))
  const { context, page, complaints } = await visit(browser, system.url, { viewport: desktop, storage })
  await page.goto('/')
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Créer une image' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(description(page))).toBe(true)
  await page.keyboard.type('Une nuit à Ouidah')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Image générée' }))).toBe(true)

  await page.getByRole('button', { name: 'Agrandir l’image' }).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Image générée' })
  await viewer.waitFor()
  for (const name of ['Remix', 'Télécharger', 'Partager'])
    expect(await viewer.getByRole('button', { name }).count()).toBe(1)
  await viewer.getByText('Une nuit à Ouidah').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(await isFocused(page.getByRole('button', { name: 'Agrandir l’image' }))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await isFocused(opener)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('a remix wants words; « Ouvrir le formulaire » carries words, mode and the source image', async () => {
  const session = await join(system)
  const [post] = await publishPosts(system, { userId: session.user.id, count: 1 })
  const storage = remembered(session)
  const { context, page, complaints } = await visit(browser, system.url, { viewport: phone, storage })
  await page.goto(`/post/${post?.id}`)
  await page.getByRole('button', { name: 'Remix' }).click()
  const remix = page.getByRole('dialog', { name: 'Remix Image' })
  await remix.waitFor()
  expect(await mode(page, 'Cortexia').isChecked()).toBe(true)
  await remix.getByRole('button', { name: 'Remix' }).click()
  await alert(page, 'Veuillez saisir une description pour votre remix').waitFor()

  await remix.getByRole('textbox').fill('La même, de nuit')
  await mode(page, 'Enhanced').check({ force: true })
  await remix.getByRole('button', { name: 'Ouvrir le formulaire' }).click()
  await dialog(page).waitFor()
  expect(await description(page).inputValue()).toBe('La même, de nuit')
  expect(await mode(page, 'Enhanced').isChecked()).toBe(true)
  await page.getByAltText('Référence 1').waitFor()
  const sent = page.waitForRequest(generator)
  await generate(page).click()
  const body = (await sent).postDataJSON() as { images: string[]; image: string; mode: string }
  expect(body).toMatchObject({ mode: 'enhanced', image: body.images[0] })
  expect(body.images).toEqual([expect.stringContaining('/storage/v1/object/public/temp-uploads/')])
  await page.getByText('Image générée en mode enhanced').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)

/** Keeps the next request to an address waiting until it is released. */
async function holdOnce(page: Page, url: string): Promise<{ release: () => void }> {
  const route = await new Promise<Route>((resolve) => void page.route(url, resolve, { times: 1 }))
  return { release: () => void route.continue() }
}
