/** What creators offer: made and published, found, full, waited for, offered for 48 hours and taken. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { startAxe, type Axe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { offerService, payOrder, stepOf } from '../support/orders.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { clientOf } from '../support/sandbox-money.ts'

const narrow = { width: 320, height: 640 }

const product = startedProduct()
let axe: Axe
beforeAll(async () => {
  axe = await startAxe()
})

const as = (session: Session, viewport = phone) =>
  visit(product.browser, product.system.url, { viewport, storage: remembered(session) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('a creator makes a service; what is wrong is said at its place, nothing typed is lost, and people find it', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const posts = await publishPosts(product.system, { userId: awa.user.id, count: 4 })
  const title = `Portraits de famille ${Date.now()}`

  const hers = await as(awa)
  const { page } = hers
  await page.goto('/services/mine')
  await page.getByText('Proposez ce que vous savez faire').waitFor()
  await link(page, 'Ouvrir mon espace créateur').click()
  await button(page, 'Activer l’espace créateur').click()
  await link(page, 'Gérer mes services').click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Publier 3 images\s: elles servent d’exemples\s*Fait/ })
    .waitFor()
  expect(await axe.violations(page, 'own services, none')).toEqual([])
  await link(page, 'Nouveau service').click()

  await page.getByLabel('Titre').fill(title)
  await page.getByLabel('Prix de départ, en FCFA').fill('1 950')
  await button(page, 'Publier le service').click()
  await page.getByText('Il reste 5 points à corriger.').waitFor()
  await page.getByText('Un prix de 2 000 FCFA ou plus, par centaines : 5 000, par exemple.').waitFor()
  await page.getByText('Choisissez de 3 à 9 de vos publications publiques.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  expect(await axe.violations(page, 'service sheet, wrong')).toEqual([])

  await page.reload()
  await page.getByText('Brouillon récupéré').waitFor()
  expect(await page.getByLabel('Titre').inputValue()).toBe(title)
  await page.getByLabel('Description').fill('Vos proches en habits de fête, à partir de vos photos.')
  await page.getByLabel('Prix de départ, en FCFA').fill('5 000')
  await page.getByLabel('Délai, en jours').fill('10')
  await page.getByLabel('Part d’IA').selectOption('IA et retouche')
  const samples = page.getByRole('group', { name: 'Exemples' })
  for (const { prompt } of posts.slice(0, 3)) await samples.getByRole('button', { name: prompt, exact: true }).click()
  await button(page, 'Ajouter une option').click()
  await page.getByLabel('Option 1 : nom').fill('Grand format')
  await page.getByLabel('Option 1 : en plus, FCFA').fill('1 500')
  await page.setViewportSize(narrow)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize(phone)
  await button(page, 'Publier le service').click()
  await page.getByText('Votre service est en ligne.').waitFor()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.getByText('C’est votre service.').waitFor()
  expect(await page.getByText('commande avant vous').count()).toBe(0)
  const { pathname } = new URL(page.url())
  await page.goto('/services/new')
  expect(await page.getByLabel('Titre').inputValue()).toBe('')

  const his = await as(kossi, desktop)
  await his.page.goto(`/profile/${awa.user.id}`)
  await button(his.page, 'Commander').click()
  await expect.poll(() => new URL(his.page.url()).pathname).toBe(pathname)
  await his.page.getByText('+ 1 500 FCFA').waitFor()
  await his.page.getByText('3 places libres').waitFor()
  await his.page.getByText('Pas encore d’avis.').waitFor()
  expect(await link(his.page, 'Demander').getAttribute('href')).toBe(
    `/commissions/new?service=${pathname.split('/').at(-1)}`,
  )
  expect(await axe.violations(his.page, 'service')).toEqual([])

  await button(his.page, 'Plus d’actions').click()
  await his.page.getByRole('menuitem', { name: 'Signaler ce service' }).click()
  await his.page.getByRole('radio').first().check()
  await button(his.page, 'Continuer').click()
  await his.page.getByRole('dialog').getByRole('button', { name: 'Signaler' }).click()
  await his.page.getByText('Merci. Nous vous dirons la décision.').waitFor()

  await his.page.goto(`/services?modal=search&q=${encodeURIComponent(title)}`)
  const found = his.page.getByRole('dialog').getByRole('region', { name: 'Services' })
  await found.getByRole('link', { name: title }).click()
  await his.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await his.page.goto('/services')
  await his.page.getByLabel('Que cherchez-vous ?').fill(title)
  await button(his.page, 'Chercher').click()
  await his.page.getByRole('main').getByRole('link', { name: title }).waitFor()
  await his.page.getByText('Affiner').click()
  await his.page.getByLabel('Délai').selectOption('En 7 jours')
  await his.page.getByText('Aucun service trouvé').waitFor()
  expect(await axe.violations(his.page, 'find services')).toEqual([])
  await his.page.setViewportSize(narrow)
  for (const path of ['/services', pathname, `/profile/${awa.user.id}`]) {
    await his.page.goto(path)
    await his.page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, (await overflow(his.page)) > 0]).toEqual([path, false])
  }
  for (const { context, complaints } of [hers, his]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 240_000)

test('before paid orders may exist services are prepared, and nobody is asked for one', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const service = await offerService(product.system, awa)
  const server = serviceOf(product.system)
  await server.rpc('enter_payment_realm', { p_kind: 'live' }).throwOnError()
  const told = 'Les commandes payées arrivent bientôt. Vous pouvez déjà préparer vos services.'
  const hers = await as(awa)
  await hers.page.goto('/services/mine')
  await hers.page.getByText(told).waitFor()
  await link(hers.page, 'Modifier').click()
  await hers.page.getByLabel('Titre').fill('Portraits à l’encre')
  await button(hers.page, 'Enregistrer').click()
  await hers.page.getByText('Votre service est enregistré.').waitFor()
  const his = await as(kossi)
  await his.page.goto(`/services/${service}`)
  await his.page.getByRole('heading', { name: 'Portraits à l’encre' }).waitFor()
  await his.page.getByText(told).waitFor()
  expect(await link(his.page, 'Demander').count()).toBe(0)
  await server.rpc('enter_payment_realm', { p_kind: 'test' }).throwOnError()
  await his.page.reload()
  await link(his.page, 'Demander').waitFor()
  for (const { context, complaints } of [hers, his]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 120_000)

test('a full service is waited for; the place that becomes free is kept 48 hours for the first, who takes it', async () => {
  const [awa, kossi, afi] = [await join(product.system), await join(product.system), await join(product.system)]
  const service = await offerService(product.system, awa)
  const held = await payOrder(product.system, { client: afi, creator: awa, service })

  const his = await as(kossi)
  await his.page.goto(`/services/${service}`)
  await his.page.getByText('Toutes les places sont prises.').waitFor()
  await his.page.getByText('1 commande avant vous').waitFor()
  expect(await link(his.page, 'Demander').count()).toBe(0)
  await button(his.page, 'Me mettre sur la liste d’attente').click()
  await his.page.getByText('Vous êtes au début de la liste. Nous vous préviendrons.').waitFor()
  expect(await axe.violations(his.page, 'service, waiting')).toEqual([])

  const hers = await as(awa, desktop)
  await hers.page.goto('/services/mine')
  const list = hers.page.getByRole('region', { name: '1 personne attend' })
  await list.getByText('Première place de la liste').waitFor()
  expect(await axe.violations(hers.page, 'own services')).toEqual([])
  await stepOf(clientOf(product.system, awa), held, 'refund')
  await hers.page.reload()
  await list.getByText(/^Place proposée jusqu’au /u).waitFor()

  await his.page.goto(`/services/${service}`)
  await his.page.getByText(/^Une place s’est libérée\. Elle vous est gardée jusqu’au /u).waitFor()
  await link(his.page, 'Demander').waitFor()
  await payOrder(product.system, { client: kossi, creator: awa, service })
  await his.page.reload()
  await his.page.getByText('Toutes les places sont prises.').waitFor()
  await hers.page.reload()
  await hers.page.getByText('1 sur 1 place prise.').waitFor()
  expect(await list.count()).toBe(0)

  await hers.page.getByText('En pause', { exact: true }).click()
  await hers.page.getByText(/^Plus personne ne commande/u).waitFor()
  await his.page.reload()
  await his.page.getByText('Les commandes sont fermées pour l’instant.').waitFor()
  await his.page.goto(`/profile/${awa.user.id}`)
  await button(his.page, 'Commandes fermées').waitFor()
  for (const { context, complaints } of [hers, his]) {
    expect(complaints).toEqual([])
    await context.close()
  }
}, 240_000)
