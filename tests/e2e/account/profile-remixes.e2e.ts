/** What a profile without creations says of its remixes, to its owner and to a stranger. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { publishImage } from '../support/made-images.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

let count = 0

interface Person {
  id: string
  username: string
  session: Session
}

/** Somebody with a name of their own at each call. */
async function person(name: string, more: Record<string, unknown> = {}): Promise<Person> {
  count += 1
  const username = `${name}${count}`
  const session = await join(product.system)
  const change = { first_name: name, username, ...more }
  const { error } = await serviceOf(product.system).from('profiles').update(change).eq('id', session.user.id)
  if (error) throw error
  return { id: session.user.id, username, session }
}

const open = ({ session }: Person, viewport = desktop): Promise<Visit> =>
  visit(product.browser, product.system.url, { viewport, storage: returning(session) })

const pictures = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')

test('a stranger is told of remixes only where they see one', async () => {
  const [awa, kossi] = [await person('awa'), await person('kossi')]
  const service = serviceOf(product.system)
  const fields = { visibility: 'followers' }
  await publishImage(service, { userId: kossi.id, prompt: 'Pour ceux qui me suivent', fields })
  const { context, page, complaints } = await open(awa, phone)
  await page.goto(`/profile/${kossi.username}`)
  await page.getByText('1 publication').waitFor()
  await page.getByText('Rien à voir ici pour l’instant.').waitFor()
  expect(await page.getByText('Rien que des remix').count()).toBe(0)
  const remixOf = await publishImage(service, { userId: awa.id, prompt: 'Un marché' })
  await publishImage(service, { userId: kossi.id, prompt: 'Le même marché, la nuit', remixOf }, 1)
  await page.reload()
  await page.getByRole('button', { name: 'Voir les remix' }).click()
  expect(await pictures(page).first().getByRole('img').getAttribute('alt')).toBe('Le même marché, la nuit')
  expect(complaints).toEqual([])
  await context.close()
})

test('a profile that has only remixes says so, and leads to them', async () => {
  const awa = await person('awa')
  const kossi = await person('kossi')
  const service = serviceOf(product.system)
  const remixOf = await publishImage(service, { userId: awa.id, prompt: 'Un quai au lever du jour' })
  await publishImage(service, { userId: kossi.id, prompt: 'Le même quai, la nuit', remixOf }, 1)
  const { context, page, complaints } = await open(kossi, phone)
  await page.goto('/profile')
  await page.getByText('1 publication').waitFor()
  await page.getByText('Rien que des remix, pour l’instant.').waitFor()
  await page.getByRole('button', { name: 'Voir les remix' }).click()
  expect(await pictures(page).first().getByRole('img').getAttribute('alt')).toBe('Le même quai, la nuit')
  expect(complaints).toEqual([])
  await context.close()
})
