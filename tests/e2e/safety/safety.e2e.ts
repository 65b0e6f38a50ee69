/** Safety: a report in three steps, the queue that the staff alone reach, the decision that one reads and contests. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, remembered, staffMember } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { clientOf } from '../support/sandbox-money.ts'

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
  await deciding.page.getByRole('tab', { name: /^Signalements \(\d+\)$/u, selected: true }).waitFor()
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

test('X-10 what was said of a photograph is before the staff, who end a publication with the remixes of it', async () => {
  const [author, remixer] = [await member(product.system), await member(product.system)]
  const service = serviceOf(product.system)
  const post = await publishImage(service, { userId: author.user.id, prompt: 'Mon voisin en roi' })
  const making = { userId: remixer.user.id, prompt: 'Mon voisin en clown', remixOf: post }
  const remix = await publishImage(service, making, 1)
  const sha256 = 'ab'.repeat(32)
  await asClusterOwner(
    product.system.dataFolder,
    `with brought as (
       insert into public.generation_references (generation_id, position, bucket, path)
       select gi.generation_id, 1, 'temp-uploads', 'x' from public.generation_images gi
       join public.feed_posts p on p.image_id = gi.id where p.id = '${post}' returning generation_id, position),
     likeness as (
       insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
       select generation_id, position, 1, decode(repeat('00', 192), 'hex'), '${sha256}' from brought)
     insert into public.likeness_consents (user_id, sha256, shows) values ('${author.user.id}', '${sha256}', 'agreed')`,
  )
  const report = { target_type: 'post', target_id: post, reason: 'likeness' }
  await clientOf(product.system, remixer).rpc('send_report', report).throwOnError()

  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(await staffMember(product.system)),
  })
  await page.goto('/moderation')
  const about = page.getByRole('article', { name: 'Publication' })
  await about.getByText('Photo de départ : « Cette personne est d’accord »').waitFor()
  await about.getByLabel('Décision', { exact: true }).selectOption({ label: 'Retirer' })
  await about.getByRole('switch', { name: 'Retirer aussi le remix qui en vient' }).check()
  const { violations } = await startAxe()
  expect(await violations(page, 'moderation of a likeness')).toEqual([])
  await about.getByLabel('Motif, lu par la personne concernée').fill('Cette personne n’a pas donné son accord')
  await about.getByRole('button', { name: 'Décider' }).click()
  await page.getByText('Rien à traiter.').waitFor()
  const { data } = await service.from('feed_posts').select('status').in('id', [post, remix]).throwOnError()
  expect(data).toEqual([{ status: 'removed' }, { status: 'removed' }])
  expect(complaints).toEqual([])
  await context.close()
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
