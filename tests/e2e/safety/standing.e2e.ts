/** How one's account stands, and what moderation did, for everybody. */
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { member, returning, staffMember } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

test('a strike stands in one’s settings with its decision, and goes when that is taken back', async () => {
  const [author, staff, { violations }] = [
    await member(product.system),
    await staffMember(product.system),
    await startAxe(),
  ]
  const post = await publishImage(serviceOf(product.system), { userId: author.user.id, prompt: 'Une affiche' })
  const office = createClient(product.system.url, product.system.anonKey, {
    accessToken: async () => staff.access_token,
  })
  const about = { target_type: 'post', target_id: post, rule: 'spam' }
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    storage: returning(author),
    viewport: phone,
  })
  await page.goto('/settings?section=security')
  const card = page.getByRole('region', { name: 'État du compte' })
  await card.getByText('Tout va bien : aucun avertissement.').waitFor()

  await office.rpc('decide', { ...about, action: 'remove', public_reason: 'Lien trompeur' }).throwOnError()
  await page.reload()
  await card.getByText('1 avertissement', { exact: true }).waitFor()
  await card.getByText('Publication · Spam').waitFor()
  expect(await violations(page, 'standing')).toEqual([])
  await card.getByRole('button', { name: 'Voir la décision : Spam' }).click()
  await page.getByRole('dialog', { name: 'Décision de modération' }).getByText('Lien trompeur').waitFor()

  await office.rpc('decide', { ...about, action: 'restore', public_reason: 'Une erreur' }).throwOnError()
  await page.goto('/settings?section=security')
  await card.getByText('Tout va bien : aucun avertissement.').waitFor()
  expect(complaints).toEqual([])
  await context.close()

  const visitor = await visit(product.browser, product.system.url, { viewport: desktop })
  await visitor.page.goto('/transparency')
  await visitor.page.getByRole('heading', { name: 'Transparence' }).waitFor()
  await visitor.page.getByText('Contenus retirés').waitFor()
  expect(await visitor.page.getByRole('region').count()).toBe(1)
  expect(await violations(visitor.page, 'transparency')).toEqual([])
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})
