/** Safety: a report in three steps, the queue that the staff alone reach, the decision that one reads and contests. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, remembered } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { staffMember } from '../support/staff-member.ts'

const product = startedProduct()

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a report goes to the staff, who decide; its author reads why and contests, and is heard', async () => {
  const [author, reporter] = [await member(product.system), await member(product.system)]
  const service = serviceOf(product.system)
  const { violations } = await startAxe()
  const post = await publishImage(service, { userId: author.user.id, prompt: 'Une affiche <b>trompeuse</b>' })

  const reporting = await visit(product.browser, product.system.url, { viewport: phone, storage: remembered(reporter) })
  await reporting.page.goto(`/?modal=report&kind=post&id=${post}`)
  const sheet = dialog(reporting.page, 'Signaler')
  await expect.poll(() => sheet.getByRole('radio').count()).toBe(8)
  expect(await sheet.getByRole('button', { name: 'Continuer' }).isDisabled()).toBe(true)
  await sheet.getByRole('radio', { name: 'Spam' }).check()
  expect(await violations(reporting.page, 'report')).toEqual([])
  await sheet.getByRole('button', { name: 'Continuer' }).click()
  await sheet.getByLabel('Précisions (facultatif)').fill('Le lien est faux')
  await sheet.getByRole('button', { name: 'Signaler' }).click()
  await sheet.getByText('Merci. Nous vous dirons la décision.').waitFor()
  await sheet.getByRole('button', { name: 'Masquer' }).waitFor()
  await sheet.getByRole('button', { name: 'Bloquer' }).click()
  await sheet.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await service.from('blocks').select('blocked_id').eq('blocker_id', reporter.user.id)).data)
    .toEqual([{ blocked_id: author.user.id }])
  await reporting.page.goto('/moderation')
  await reporting.page.getByText('Le fil s’est rompu.').waitFor()
  expect(await reporting.page.getByText('trompeuse').count()).toBe(0)
  expect(reporting.complaints).toEqual([])
  await reporting.context.close()

  const deciding = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(await staffMember(product.system)),
  })
  await deciding.page.goto('/moderation')
  const about = deciding.page.getByRole('article', { name: 'Publication' })
  await about.getByText('Une affiche <b>trompeuse</b>').waitFor()
  await about.getByText('« Le lien est faux »').waitFor()
  await about.getByLabel('Décision', { exact: true }).selectOption({ label: 'Retirer' })
  await about.getByRole('button', { name: 'Décider' }).click()
  await about.getByText('Écrivez le motif : la personne concernée le lira.').waitFor()
  expect(await violations(deciding.page, 'moderation')).toEqual([])
  await about.getByLabel('Motif, lu par la personne concernée').fill('Lien trompeur')
  await about.getByRole('button', { name: 'Décider' }).click()
  await deciding.page.getByText('Rien à traiter.').waitFor()

  const reading = await visit(product.browser, product.system.url, { viewport: phone, storage: remembered(author) })
  await reading.page.goto('/notifications')
  await reading.page.getByText('Une décision de modération vous concerne').click()
  const decision = dialog(reading.page, 'Décision de modération')
  await decision.getByText('Lien trompeur').waitFor()
  await decision.getByText(/Pas de spam/u).waitFor()
  expect(await violations(reading.page, 'decision')).toEqual([])
  await decision.getByRole('button', { name: 'Contester (gratuit)' }).click()
  await decision.getByLabel('Pourquoi cette décision est-elle une erreur ?').fill('Le lien est juste')
  await decision.getByRole('button', { name: 'Envoyer la contestation' }).click()
  await decision.getByText('Votre contestation est en cours d’examen.').waitFor()

  await deciding.page.getByRole('tab', { name: 'Contestations' }).click()
  const appeal = deciding.page.getByRole('article', { name: 'Conteste : Retirer' })
  await appeal.getByText('« Le lien est juste »').waitFor()
  await appeal.getByLabel('Réponse').fill('Vous avez raison')
  await appeal.getByRole('button', { name: 'Annuler la décision' }).click()
  await deciding.page.getByText('Rien à traiter.').waitFor()
  expect(deciding.complaints).toEqual([])
  await deciding.context.close()

  await reading.page.reload()
  await decision.getByText('Votre contestation a été acceptée : la décision est annulée.').waitFor()
  await decision.getByText('Vous avez raison').waitFor()
  expect((await service.from('feed_posts').select('status').eq('id', post)).data).toEqual([{ status: 'published' }])
  expect(reading.complaints).toEqual([])
  await reading.context.close()
})

test('what cannot be reported or read says so, and keeps what was written', async () => {
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(await member(product.system)),
  })
  await page.goto('/?modal=report&kind=post&id=pas-un-id')
  await dialog(page, 'Signaler').getByText('Il n’y a rien à signaler ici.').waitFor()
  await page.goto(`/?modal=decision&id=${crypto.randomUUID()}`)
  await dialog(page, 'Décision de modération')
    .getByText('Cette décision n’existe pas, ou ne vous concerne pas.')
    .waitFor()
  await page.goto(`/?modal=contest&id=${crypto.randomUUID()}`)
  const contest = dialog(page, 'Contester')
  await contest.getByLabel('Pourquoi cette décision est-elle une erreur ?').fill('C’est un couteau de cuisine')
  await contest.getByRole('button', { name: 'Envoyer la contestation' }).click()
  await contest.getByText('Il n’y a rien à contester ici.').waitFor()
  expect(await contest.getByRole('textbox').inputValue()).toBe('C’est un couteau de cuisine')
  await context.close()
})
