/** Who likes a publication: from its page, for whoever sees it, as long as its author lets them. */
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

test('are listed behind their count, until the author keeps them to themselves', async () => {
  const [author, reader] = [await join(product.system), await join(product.system)]
  const service = serviceOf(product.system)
  const named = { first_name: 'Aminata', last_name: 'Koné' }
  await service.from('profiles').update(named).eq('id', reader.user.id).throwOnError()
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(reader),
  })
  await page.goto(`/post/${post?.id}`)
  await page.getByRole('button', { name: 'J’aime, 0' }).click()
  await page.getByRole('button', { name: 'Aimée par 1 personne' }).click()
  const list = page.getByRole('dialog', { name: 'J’aime' })
  await list.getByRole('link', { name: 'Aminata Koné' }).waitFor()

  const owner = await visit(product.browser, product.system.url, { viewport: desktop, storage: returning(author) })
  await owner.page.goto('/settings?section=privacy')
  await owner.page.getByRole('switch', { name: /^Qui aime/u }).click()
  const shown = () => service.from('profile_settings').select('show_likers').eq('user_id', author.user.id).single()
  await expect.poll(async () => (await shown()).data).toEqual({ show_likers: false })
  await owner.page.goto(`/?modal=people&post=${post?.id}`)
  await owner.page.getByRole('dialog').getByRole('link', { name: 'Aminata Koné' }).waitFor()
  await owner.context.close()

  await page.reload()
  await list.getByText('Cette liste n’est pas visible.').waitFor()
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([])
  await context.close()
})
