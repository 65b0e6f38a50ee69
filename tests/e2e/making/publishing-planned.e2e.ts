/** Publications with a time: planned for later, seen and moved among the drafts, published at their hour; challenges from one end to the other. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, newAddress, password, returning } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { clientOf } from '../../support/workflows.ts'
import { button, description, generate, openForm, openSettings } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()

const title = 'Le marché de Treichville'
const details = (page: Page) => page.getByRole('dialog', { name: 'Détails de la publication' })
const hour = (page: Page) => page.getByLabel('Date et heure')
const planned = (page: Page) => page.getByRole('region', { name: 'Publications programmées' })
/** As the field holds it, in the time of the page. */
const inHours = (page: Page, hours: number) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 3_600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours)

async function chooseAct(page: Page, act: string): Promise<void> {
  await planned(page)
    .getByRole('button', { name: `Actions : ${title}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('is planned, moved, cancelled and brought back, and appears once at its hour', async () => {
  const { context, page, userId } = await openForm(product.browser, product.system, { viewport: phone })
  const service = serviceOf(product.system)
  const posts = async () =>
    (
      await service
        .from('feed_posts')
        .select('title,comments_policy,rating,prompt_on_request,lang,second:more_images->0->>id')
        .eq('creator_id', userId)
    ).data
  await description(page).fill('Un marché sous la pluie')
  await openSettings(page)
  await page.getByRole('radiogroup', { name: 'Nombre d’images' }).getByText('2').click()
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await button(page, 'Détails').click()
  await button(page, 'Ajouter l’image 2').click()
  await details(page).getByLabel('Titre').fill(title)
  await openSettings(details(page))
  await details(page).getByRole('radiogroup', { name: 'Qui peut commenter' }).getByText('Personne').click()
  await details(page).getByLabel('Sensibilité').selectOption('Suggestive')
  await details(page).getByLabel('Langue').selectOption('en')
  await details(page).getByRole('switch', { name: 'Prompt visible' }).click()
  await details(page).getByRole('switch', { name: 'Prompt sur demande' }).click()
  await details(page).getByText('Plus tard', { exact: true }).click()
  await details(page)
    .getByText(/^À votre heure\s: .*UTC/u)
    .waitFor()
  const plan = details(page).getByRole('button', { name: 'Programmer', exact: true })
  await hour(page).fill(await inHours(page, -1))
  await details(page).getByText('Cette heure est passée. Choisissez-en une à venir.').waitFor()
  expect(await plan.isDisabled()).toBe(true)
  await hour(page).fill(await inHours(page, 24 * 31))
  await details(page).getByText('Au plus tard dans 30 jours.').waitFor()
  await hour(page).fill(await inHours(page, 5))
  await plan.click()
  await page.getByRole('link', { name: /^Programmée\s: /u }).click()

  await planned(page).getByText(title).waitFor()
  expect(await posts()).toEqual([])
  await chooseAct(page, 'Changer l’heure')
  await hour(page).fill(await inHours(page, 48))
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText(/^Publication déplacée/u).waitFor()
  const hours = async () => (await service.from('scheduled_posts').select('publish_at').eq('creator_id', userId)).data
  await expect
    .poll(async () => Date.parse((await hours())?.[0]?.publish_at as string) - Date.now())
    .toBeGreaterThan(47 * 3_600_000)
  await chooseAct(page, 'Annuler la programmation')
  await planned(page).waitFor({ state: 'detached' })
  expect(await hours()).toEqual([])
  await page.getByRole('button', { name: 'Rétablir' }).click()
  await planned(page).getByText(title).waitFor()

  const { data: made } = await service.from('generation_images').select('id').eq('user_id', userId).order('position')
  expect(made).toHaveLength(2)
  const soon = new Date(Date.now() + 1500).toISOString()
  await service.from('scheduled_posts').update({ publish_at: soon }).eq('creator_id', userId)
  await expect
    .poll(posts)
    .toEqual([
      { title, comments_policy: 'nobody', rating: 1, prompt_on_request: true, lang: 'en', second: made?.[1]?.['id'] },
    ])
  await planned(page).waitFor({ state: 'detached' })
  await page.goto('/notifications')
  await page.getByText('Votre publication programmée est en ligne').click()
  await page.getByRole('heading', { name: title }).waitFor()
  expect(await posts()).toHaveLength(1)
  await context.close()
})

test('a challenge is found, taken part in by publishing, and ends with those most liked', async () => {
  const { context, page, userId, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  const { dataFolder } = product.system
  const { violations } = await startAxe()
  await asClusterOwner(
    dataFolder,
    `insert into public.challenges (title, words, tag, hashtag, starts_at, ends_at)
     values ('Au bord de l’eau', 'La lagune, le soir', 'lagune', 'lagune', now() - interval '1 hour', now() + interval '2 days 1 hour')`,
  )
  await page.goto('/?modal=search')
  await page.getByRole('link', { name: 'Défis', exact: true }).click()
  await page.getByRole('heading', { name: 'Défis', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Au bord de l’eau' }).click()
  await page.getByText('Encore 2 jours').waitFor()
  await page.getByText('Publiez la première image').waitFor()
  expect(await violations(page, 'challenge')).toEqual([])

  await button(page, 'Participer').click()
  await description(page).fill('Une pirogue sur la lagune')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await page.getByText(/^Pour le défi .*Au bord de l’eau.*#lagune$/u).waitFor()
  await button(page, 'Publier').click()
  await page.getByRole('dialog', { name: 'Avant de publier' }).getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('link', { name: 'Publiée · Voir' }).waitFor()
  await expect
    .poll(
      async () => (await serviceOf(product.system).from('feed_posts').select('hashtags').eq('creator_id', userId)).data,
    )
    .toEqual([{ hashtags: 'lagune' }])

  await page.goto('/tag/lagune')
  await page.getByRole('link', { name: /^Défi en cours/u }).click()
  await page.getByText('1 image', { exact: true }).waitFor()
  const fan = await join(product.system)
  await asClusterOwner(
    dataFolder,
    `insert into public.post_likes (post_id, user_id) select id, '${fan.user.id}' from public.feed_posts where creator_id = '${userId}';
     update public.challenges set ends_at = clock_timestamp() where tag = 'lagune'`,
  )
  await asClusterOwner(dataFolder, 'select public.settle_challenges()')
  await page.reload()
  const podium = page.getByRole('region', { name: 'Les plus aimées à la fin du défi' })
  await podium.getByText('N° 1').waitFor()
  await podium.getByText('1 j’aime').waitFor()
  expect(await button(page, 'Participer').count()).toBe(0)
  expect(await violations(page, 'challenge, over')).toEqual([])
  await page.goto('/notifications')
  await page.getByText(/votre image est n° 1/u).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the staff opens a challenge and takes it down; what does not fit is said', async () => {
  const service = serviceOf(product.system)
  const email = newAddress()
  await service.auth.admin.createUser({ email, password, email_confirm: true, app_metadata: { staff: true } })
  const { data } = await clientOf(product.system, product.system.anonKey).auth.signInWithPassword({ email, password })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(data.session!),
  })
  await page.goto('/challenges')
  const form = page.getByRole('form', { name: 'Nouveau défi' })
  await form.getByLabel('Titre').fill('Le wax de demain')
  await form.getByLabel('Hashtag').fill('wax')
  const end = await form.getByLabel('Fin').inputValue()
  await form.getByLabel('Fin').fill(end.replace(/^\d{4}/u, '2019'))
  await button(form, 'Ouvrir le défi').click()
  await form.getByText('La fin doit être à venir.').waitFor()
  await form.getByLabel('Fin').fill(end)
  await button(form, 'Ouvrir le défi').click()
  await page.getByRole('heading', { name: 'Le wax de demain', level: 1 }).waitFor()
  await button(page, 'Retirer le défi').click()
  await button(page.getByRole('dialog', { name: 'Retirer ce défi\u00a0?' }), 'Retirer le défi').click()
  await page.getByRole('heading', { name: 'Défis', level: 1 }).waitFor()
  await expect.poll(async () => (await service.from('challenges').select('id').eq('tag', 'wax')).data).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('open_challenge'))).toEqual([])
  await context.close()
})
