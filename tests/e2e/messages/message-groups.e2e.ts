/** A group in browsers of their own: who is in it reads what is said while they are, and nobody else ever does. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone } from '../../support/browser.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'
import { arrive, type Talker } from './talking-people.ts'

const product = startedProduct()

const bubble = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: words })

/** About the group, not somebody's words. */
const line = (page: Page, words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('paragraph').filter({ hasText: words })

async function say({ page }: Talker, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Votre message' }).fill(words)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await bubble(page, words).waitFor()
}

const openGroup = async ({ page }: Talker, name: string, filter = 'all') => {
  await page.goto(`/messages?filter=${filter}`)
  const list = page.getByRole('list', { name: 'Conversations' })
  await list.getByRole('link', { name: new RegExp(name, 'u') }).click()
}

/** For how many people, by id, the group's present key is wrapped. */
async function keyHolders(): Promise<string[]> {
  const service = serviceOf(product.system)
  const { data: group } = await service.from('conversations').select('epoch_id').eq('kind', 'group').single()
  const { data: keys } = await service.from('conversation_keys').select('user_id').eq('epoch_id', group?.['epoch_id'])
  return (keys ?? []).map((key) => key['user_id'] as string).toSorted()
}
const idsOf = (...people: Talker[]) => people.map(({ id }) => id).toSorted()

test('a group is made and named, lets somebody go and somebody in, and is left', async () => {
  const people = [
    { name: 'Awa', viewport: desktop },
    { name: 'Kossi', viewport: phone },
    { name: 'Mariam', viewport: phone },
    { name: 'Théo Agbodjan-Mensah de la Grande Lagune', viewport: phone },
  ]
  const [awa, kossi, mariam, theo] = (await Promise.all(
    people.map((one) => arrive(product.system, product.browser, one)),
  )) as [Talker, Talker, Talker, Talker]
  const follows = [
    ...[kossi, mariam, theo].map(({ id }) => ({ follower_id: awa.id, followee_id: id })),
    ...[kossi, mariam].map(({ id }) => ({ follower_id: id, followee_id: awa.id })),
  ]
  expect((await serviceOf(product.system).from('follows').insert(follows)).error).toBeNull()

  const { page: mine } = awa
  await mine.goto('/messages?modal=write')
  const dialog = mine.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Créer un groupe' }).click()
  await dialog.getByRole('textbox', { name: 'Nom du groupe (facultatif)' }).fill('Atelier indigo')
  for (const { name } of [kossi, mariam]) await dialog.getByRole('button', { name: new RegExp(name, 'u') }).click()
  await dialog.getByRole('button', { name: 'Créer avec 2 personnes' }).click()
  await mine.getByText('Groupe nommé « Atelier indigo »').waitFor()
  await say(awa, 'Bonjour à tous')
  for (const other of [kossi, mariam]) {
    // The list alone knows the name, and that a name is nothing to read.
    await other.page.goto('/messages')
    const row = other.page.locator('a[data-conversation]').filter({ hasText: 'Atelier indigo' })
    await row.getByText('1 message non lu', { exact: true }).waitFor({ state: 'attached' })
    await openGroup(other, 'Atelier indigo')
    await bubble(other.page, 'Bonjour à tous').waitFor()
  }
  await say(kossi, 'Salut du Togo')
  for (const other of [awa, mariam]) await bubble(other.page, 'Salut du Togo').waitFor()
  expect(await keyHolders()).toEqual(idsOf(awa, kossi, mariam))

  // Nobody is sent away while they read: that they have is refused then, and the browser says so.
  await expect.poll(() => bubble(kossi.page, 'Salut du Togo').getAttribute('aria-label')).toMatch(/, lu$/u)

  // Whoever was let go has no key for what is said after, and the rows from before are no longer theirs to read.
  await mine.getByRole('button', { name: 'Détails de la conversation' }).click()
  await mine.getByRole('button', { name: 'Retirer Mariam' }).click()
  await mine.getByText('Mariam ne lira plus les prochains messages').waitFor()
  await line(mine, 'Vous avez retiré Mariam').waitFor()
  await line(kossi.page, 'Awa a retiré Mariam').waitFor()
  await say(awa, 'Entre nous deux')
  await bubble(kossi.page, 'Entre nous deux').waitFor()
  expect(await keyHolders()).toEqual(idsOf(awa, kossi))
  await mariam.page.reload()
  await mariam.page.getByText('Cette conversation est introuvable.').waitFor()

  // Whoever comes later reads what is said from then on.
  await mine.getByRole('button', { name: 'Ajouter une personne' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: /Théo/u }).click()
  await mine.getByRole('button', { name: 'Ajouter Théo' }).click()
  await mine.getByRole('button', { name: 'Retirer Théo' }).waitFor()
  await line(mine, 'Vous avez ajouté Théo').waitFor()
  await line(kossi.page, 'Awa a ajouté Théo').waitFor()
  await say(awa, 'Bienvenue Théo')
  await bubble(kossi.page, 'Bienvenue Théo').waitFor()
  // Who follows none of them is asked first, as for a group and not as for somebody of that name.
  await openGroup(theo, 'Atelier indigo', 'requests')
  await theo.page
    .getByRole('region', { name: 'On vous invite dans le groupe « Atelier indigo »' })
    .getByRole('button', { name: 'Accepter' })
    .click()
  await bubble(theo.page, 'Bienvenue Théo').waitFor()
  expect(await bubble(theo.page, 'Entre nous deux').count()).toBe(0)
  await say(theo, 'Merci')
  for (const other of [awa, kossi]) await bubble(other.page, 'Merci').waitFor()

  await kossi.page.getByRole('button', { name: 'Détails de la conversation' }).click()
  // However long a name is, nothing lies beyond the glass.
  const details = kossi.page.getByRole('dialog', { name: 'Détails de la conversation' })
  await details.getByText('de la Grande Lagune').waitFor()
  const ends = await details
    .locator('button, input, select')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...ends)).toBeLessThanOrEqual(phone.width)
  await kossi.page.getByRole('button', { name: 'Quitter le groupe' }).click()
  await kossi.page
    .getByRole('dialog', { name: 'Quitter ce groupe ?' })
    .getByRole('button', { name: 'Quitter le groupe' })
    .click()
  await mine.getByText('2 membres').waitFor()
  for (const { page } of [awa, theo]) await line(page, 'Kossi a quitté le groupe').waitFor()
  await say(awa, 'À deux maintenant')
  await bubble(theo.page, 'À deux maintenant').waitFor()
  expect(await keyHolders()).toEqual(idsOf(awa, theo))
  for (const { name, complaints, context } of [awa, kossi, mariam, theo]) {
    expect({ name, complaints }).toEqual({ name, complaints: [] })
    await context.close()
  }
})
