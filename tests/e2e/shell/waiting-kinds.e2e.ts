/** What people write in forms waits for the network like everything else: a profile's text, a collection, a report. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { RoughNetwork } from '../../support/rough-network.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()
let network: RoughNetwork
beforeAll(async () => {
  network = await RoughNetwork.to(product.system.url)
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
})

const away = (page: Page) => page.getByRole('status').filter({ hasText: 'Vous êtes hors ligne' })

/** Read before the network goes: what a form shows is not asked for then. */
async function open(page: Page, address: string, dialog: string) {
  await page.goto(address)
  const opened = page.getByRole('dialog', { name: dialog })
  await opened.waitFor()
  await untilAtRest(page)
  return opened
}

test('a profile, a new collection and a report that are sent without network are one list, and are there once it is back', async () => {
  const [author, session] = [await join(product.system), await join(product.system)]
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage: remembered(session) })
  // Each in a tab of its own, as somebody has them open who loses the network.
  const [collecting, reporting] = [await context.newPage(), await context.newPage()]
  const profile = await open(page, '/profile?modal=edit-profile', 'Modifier le profil')
  const collections = await open(collecting, `/?modal=collections&post=${post?.id}`, 'Ajouter à une collection')
  const report = await open(reporting, `/?modal=report&kind=post&id=${post?.id}`, 'Signaler')
  await network.change('refuse')

  await profile.getByLabel('Bio').fill('Je tisse des images.')
  await profile.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Profil en attente d’envoi').waitFor()
  await profile.waitFor({ state: 'detached' })
  await page.getByText('Je tisse des images.').waitFor()

  await collections.getByLabel('Nouvelle collection').fill('Pagnes')
  await collections.getByRole('button', { name: 'Créer et ajouter' }).click()
  await collecting.getByText('Collection en attente d’envoi').waitFor()

  await report.getByRole('radio').first().check()
  await report.getByRole('button', { name: 'Continuer' }).click()
  await report.getByRole('button', { name: 'Signaler', exact: true }).click()
  await report.getByText('Votre signalement partira au retour du réseau').waitFor()

  // The first page again, which hears of what the others have left.
  await away(page).waitFor()
  await page.bringToFront()
  const list = page.getByRole('dialog', { name: 'En attente d’envoi' })
  const count = async () => {
    if ((await list.count()) === 0) {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      const button = page.getByRole('button', { name: /attend(?:ent)? d’être envoyé/u })
      await button
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined)
    }
    return list.getByRole('listitem').allInnerTexts()
  }
  await expect.poll(async () => (await count()).length).toBe(3)
  const words = (await list.getByRole('listitem').allInnerTexts()).join('\n')
  for (const name of ['Profil', 'Pagnes', 'Signalement']) expect(words).toContain(name)

  await network.change('open')
  const service = serviceOf(product.system)
  const mine = session.user.id
  const bio = async () =>
    (await service.from('profiles').select('bio').eq('id', mine).single<{ bio: string }>()).data?.bio
  await expect.poll(bio).toBe('Je tisse des images.')
  const made = () => service.from('collections').select('name,items:collection_items(post_id)').eq('owner_id', mine)
  await expect.poll(async () => (await made()).data).toEqual([{ name: 'Pagnes', items: [{ post_id: post?.id }] }])
  const reports = () => service.from('reports').select('target_id,state').eq('reporter_id', mine)
  await expect.poll(async () => (await reports()).data).toEqual([{ target_id: post?.id, state: 'open' }])
  await expect.poll(() => list.getByRole('listitem').count()).toBe(0)
  await context.close()
})

test('what waits can be taken back, the later wish about a profile counts, and a refusal is said', async () => {
  const session = await join(product.system)
  const { context, page } = await visit(product.browser, network.url, { viewport: phone, storage: remembered(session) })
  const profile = await open(page, '/profile?modal=edit-profile', 'Modifier le profil')
  await network.change('refuse')
  await profile.getByLabel('Bio').fill('Avant')
  await profile.getByRole('button', { name: 'Enregistrer' }).click()
  await profile.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Modifier le profil' }).click()
  await profile.getByLabel('Bio').fill('Après')
  await profile.getByRole('button', { name: 'Enregistrer' }).click()
  await profile.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 élément attend d’être envoyé' }).first().click()
  const list = page.getByRole('dialog', { name: 'En attente d’envoi' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await list.getByRole('button', { name: 'Supprimer : Profil' }).click()
  await list.getByText('Tout est parti.').waitFor()
  await network.change('open')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Modifier le profil' }).waitFor()
  const service = serviceOf(product.system).from('profiles').select('bio').eq('id', session.user.id)
  expect((await service.single<{ bio: string }>()).data?.bio).toBe('')
  await context.close()
})
