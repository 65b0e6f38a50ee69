/** « Recherche intelligente »: before typing, while typing, results of each kind, by keys, without network. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, returning } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
beforeAll(async () => {
  await fill()
})

const people = [
  { first_name: 'Fatou', last_name: 'Ndiaye', username: 'indigo.fatou', bio: 'Tressage, indigo, sel.' },
  { first_name: 'Aïssatou', last_name: 'Diallo', username: 'aissa.d', bio: 'Teintures, indigo vivant' },
]

async function fill() {
  const service = serviceOf(product.system)
  for (const fields of people) {
    const { user } = await member(product.system)
    expect((await service.from('profiles').update(fields).eq('id', user.id)).error).toBeNull()
    const making = {
      userId: user.id,
      prompt: `Étoffe INDIGÒ de ${fields.first_name}`,
      fields: { hashtags: 'indigo,étoffe' },
    }
    await publishImage(service, making)
  }
  const { user } = await member(product.system)
  await publishPosts(product.system, { userId: user.id, count: 45 })
}

async function open({ viewport = desktop, path = '/?modal=search' } = {}) {
  const session = await member(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  await visited.page.goto(path)
  await field(visited.page).waitFor()
  return visited
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Recherche intelligente' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Personnes, images, hashtags' })
const options = (page: Page) => dialog(page).getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const results = (page: Page) => dialog(page).getByRole('link')

test('suggestions come from two characters on, and are chosen by keys', async () => {
  const { context, page, complaints } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const suggestions = () => asked.filter((path) => path.endsWith('search_suggestions')).length
  await field(page).fill('i')
  await options(page).waitFor()
  expect(suggestions()).toBe(0)
  await field(page).fill('ind')
  await expect
    .poll(() => options(page).allTextContents())
    .toEqual(['Fatou Ndiaye', 'Aïssatou Diallo', 'indigo', 'Voir tous les résultats'])
  expect(suggestions()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const active = await field(page).getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).textContent()).toBe('Aïssatou Diallo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Aïssatou Diallo' }).waitFor()
  await page.goBack()
  await field(page).fill('indi')
  await dialog(page).getByRole('option', { name: 'indigo', exact: true }).click()
  await expect.poll(() => field(page).inputValue()).toBe('#indigo')
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await field(page).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('all kinds at a glance, then one in full; the search is there again when one comes back', async () => {
  const { context, page } = await open()
  await field(page).fill('  INDIGO ')
  await page.keyboard.press('Enter')
  const persons = dialog(page).getByRole('region', { name: 'Personnes' })
  await persons.getByRole('link', { name: /Fatou Ndiaye/u }).waitFor()
  expect(await persons.getByRole('link').allTextContents()).toEqual([
    'Fatou Ndiaye@indigo.fatou · Tressage, indigo, sel.',
    'Aïssatou Diallo@aissa.d · Teintures, indigo vivant',
  ])
  expect(await persons.locator('mark').allTextContents()).toEqual(['indigo', 'indigo', 'indigo'])
  await expect.poll(() => dialog(page).getByRole('region', { name: 'Publications' }).getByRole('link').count()).toBe(2)
  await dialog(page).getByRole('button', { name: '#indigo, 2 publications' }).waitFor()
  await dialog(page).getByText('5 résultats').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Fatou')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog(page).getByRole('tab', { name: 'Publications' }).click()
  await results(page).first().waitFor()
  await expect.poll(() => dialog(page).locator('mark').allTextContents()).toEqual(['INDIGÒ', 'INDIGÒ'])
  await results(page).first().click()
  await page.waitForURL(/\/post\//u)
  await page.goBack()
  await expect.poll(() => field(page).inputValue()).toBe('INDIGO')
  await dialog(page).getByRole('tab', { name: 'Publications', selected: true }).waitFor()
  await results(page).first().waitFor()
  await context.close()
})

test('twenty results, then more; operators are chips that one may also write', async () => {
  const { context, page } = await open({ viewport: phone, path: '/?modal=search&q=motif' })
  await dialog(page).getByRole('button', { name: 'Voir tout' }).click()
  await expect.poll(() => results(page).count()).toBe(20)
  await dialog(page).getByRole('button', { name: 'Plus de résultats' }).click()
  await expect.poll(() => results(page).count()).toBe(40)
  await dialog(page).getByRole('button', { name: 'Plus de résultats' }).click()
  await expect.poll(() => results(page).count()).toBe(45)
  expect(new Set(await results(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))).size).toBe(45)
  await field(page).fill('motif sans:"numéro 1"')
  await page.keyboard.press('Enter')
  const filter = dialog(page).getByRole('button', { name: 'Retirer le filtre Sans numéro 1' })
  await filter.waitFor()
  await expect.poll(() => results(page).count()).toBe(20)
  expect(await results(page).getByText('Motif numéro 1', { exact: true }).count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Affiner' }).click()
  await dialog(page).getByRole('textbox', { name: 'De', exact: true }).fill('indigo.fatou')
  await page.keyboard.press('Enter')
  await expect.poll(() => field(page).inputValue()).toBe('motif sans:"numéro 1" de:indigo.fatou')
  await dialog(page).getByText('Aucun résultat trouvé pour').waitFor()
  await filter.click()
  await dialog(page).getByRole('button', { name: 'Retirer le filtre De @indigo.fatou' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('motif')
  await dialog(page).getByRole('tab', { name: 'Tout' }).waitFor()
  await context.close()
})

test('recent searches are kept on the device, can be removed, and are all there is without network', async () => {
  const { context, page } = await open()
  for (const search of ['indigo', '<b>tissage</b> martien']) {
    await field(page).fill(search)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === search)
  }
  await dialog(page).getByText('Aucun résultat trouvé pour "<b>tissage</b> martien"').waitFor()
  await dialog(page).getByRole('button', { name: '« <b>tissage</b> »' }).waitFor()
  await field(page).fill('indgio')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: '« indigo »' }).waitFor()
  // What is found by it is in sight already.
  await expect.poll(() => results(page).count()).toBe(2)
  await dialog(page).getByRole('button', { name: '« indigo »' }).click()
  await dialog(page).getByRole('region', { name: 'Personnes' }).waitFor()
  await page.goto('/?modal=search')
  await page.reload()
  const recent = dialog(page).getByRole('region', { name: 'Recherches récentes' })
  await recent.getByRole('button', { name: 'indigo', exact: true }).waitFor()
  await recent.getByRole('button', { name: 'Retirer « <b>tissage</b> martien » des recherches récentes' }).click()
  await expect.poll(() => recent.getByRole('listitem').count()).toBe(2)
  await context.setOffline(true)
  await dialog(page).getByText('Vous êtes hors ligne : seules vos recherches récentes sont là.').waitFor()
  await context.setOffline(false)
  await recent.getByRole('button', { name: 'indigo', exact: true }).click()
  await dialog(page).getByRole('region', { name: 'Personnes' }).waitFor()
  await context.close()
})

test('a followed search tells what is published for it, here and among the notifications, until it is left', async () => {
  const session = await member(product.system)
  const service = serviceOf(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await page.goto('/?modal=search&q=kente')
  await dialog(page).getByRole('button', { name: 'Suivre cette recherche' }).click()
  await dialog(page).getByRole('button', { name: 'Recherche suivie' }).waitFor()
  const kept = service.from('saved_searches').select('typed').eq('user_id', session.user.id)
  await expect.poll(async () => (await kept).data).toEqual([{ typed: 'kente' }])
  const { user } = await member(product.system)
  for (const place of [1, 2]) await publishImage(service, { userId: user.id, prompt: `Un KENTÉ du soir ${place}` })
  expect((await service.rpc('tell_searches')).error).toBeNull()

  await page.goto('/notifications')
  const told = page.getByRole('link', { name: /^Du nouveau pour « kente »/u })
  await told.waitFor()
  await page.goto('/?modal=search')
  const followed = dialog(page).getByRole('region', { name: 'Recherches suivies' })
  await followed.getByText('2 nouvelles').waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'followed searches')).toEqual([])
  await page.goto('/notifications')
  await told.click()
  await expect.poll(() => field(page).inputValue()).toBe('kente')
  await expect.poll(() => results(page).count()).toBe(2)
  await dialog(page).getByRole('button', { name: 'Effacer la recherche' }).click()
  await followed.getByRole('button', { name: 'kente', exact: true }).waitFor()
  expect(await followed.getByText('2 nouvelles').count()).toBe(0)
  await followed.getByRole('button', { name: 'Ne plus suivre « kente »' }).click()
  await followed.waitFor({ state: 'detached' })
  await expect.poll(async () => (await kept).data).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a search is dictated where the browser can listen, and the button is not there where it cannot', async () => {
  const { context, page } = await open()
  const dictate = dialog(page).getByRole('button', { name: 'Dicter la recherche' })
  // What is heard comes from the browser's maker: here from somebody who always says the same.
  await page.addInitScript(() => {
    class Listener extends EventTarget {
      start() {
        for (const words of ['étoffe', 'étoffe indigo']) {
          this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript: words }]] }))
        }
      }
      stop() {
        this.dispatchEvent(new Event('end'))
      }
    }
    Object.assign(globalThis, { SpeechRecognition: Listener })
  })
  await page.reload()
  await dictate.click()
  await expect.poll(() => field(page).inputValue()).toBe('étoffe indigo')
  await dialog(page).getByRole('button', { name: 'Arrêter la dictée' }).click()
  await dictate.waitFor()
  await expect.poll(() => results(page).count()).toBeGreaterThan(0)
  await page.addInitScript(() =>
    Object.assign(globalThis, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  )
  await page.reload()
  await field(page).waitFor()
  expect(await dictate.count()).toBe(0)
  await context.close()
})

test('a failing search leaves its lists empty, says so quietly and is logged; asking on and on asks once', async () => {
  const { context, page } = await open()
  const logged: string[] = []
  page.on('console', (message) => message.text().startsWith('[search]') && logged.push(message.text()))
  await page.route('**/rest/v1/rpc/search_*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await field(page).fill('indigo')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('La recherche est momentanément indisponible.').waitFor()
  expect(
    await dialog(page)
      .getByText(/Aucun résultat/u)
      .count(),
  ).toBe(0)
  const whats = ['search_users', 'search_posts', 'search_hashtags']
  for (const what of whats)
    expect(logged.filter((line) => line.startsWith(`[search] ${what} DataError: no`))).toHaveLength(1)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  await page.unroute('**/rest/v1/rpc/search_*')
  await dialog(page).getByRole('button', { name: 'Réessayer' }).dblclick()
  await dialog(page).getByRole('region', { name: 'Personnes' }).waitFor()
  expect(asked.filter((what) => whats.includes(what)).toSorted()).toEqual(whats.toSorted())
  await context.close()
})

test('over the messages, choosing a person begins a conversation with them; back leads to the messages', async () => {
  const { context, page, complaints } = await open({ path: '/messages?modal=search&q=indigo' })
  await dialog(page).getByText('Choisissez une personne pour lui écrire.').waitFor()
  const persons = dialog(page).getByRole('region', { name: 'Personnes' })
  await persons.getByRole('link', { name: /Fatou Ndiaye/u }).click()
  await page.waitForURL(/\/messages\?conversation=/u)
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Fatou Ndiaye' }).waitFor()

  await page.goto('/messages?modal=search')
  await field(page).fill('aissa')
  await dialog(page).getByRole('option', { name: 'Aïssatou Diallo' }).click()
  await page.getByRole('heading', { name: 'Aïssatou Diallo' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/messages')
  expect(complaints).toEqual([])
  await context.close()
})
