/** What one expects beside a publication: a way back, a way to its author, a way on from where nothing is. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { phone, visit, type Visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { hasUnsent } from '../support/kept-files.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const product = startedProduct()
let service: SupabaseClient
let author: string
let posts: PublishedPost[]
beforeAll(async () => {
  service = serviceOf(product.system)
  author = (await join(product.system)).user.id
  posts = await publishPosts(product.system, { userId: author, count: 6 })
})

async function reader(): Promise<Visit & { userId: string }> {
  const session = await join(product.system)
  const visited = await visit(product.browser, product.system.url, { viewport: phone, storage: remembered(session) })
  return { ...visited, userId: session.user.id }
}

async function chooseOfFirst(page: Page, act: RegExp | string): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^(?:Plus d’actions|Actions)/u })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('whom one follows from a card is told, with a way back', async () => {
  const { context, page, userId, complaints } = await reader()
  const follows = async () => (await service.from('follows').select('followee_id').eq('follower_id', userId)).data
  await page.goto('/')
  await chooseOfFirst(page, /^Suivre /u)
  await expect.poll(follows).toEqual([{ followee_id: author }])
  await page.getByText(/^Vous suivez /u).waitFor()
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect.poll(follows).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a publication that lies over its list is scrolled by the keys, as a page is', async () => {
  const viewport = { ...phone, height: 600 }
  const { context, page } = await visit(product.browser, product.system.url, { viewport })
  await page.goto('/')
  await page.getByRole('article').first().locator('[data-open]').press('Enter')
  await page.getByRole('button', { name: 'Copier le prompt' }).waitFor()
  const scrolled = () => page.locator('[data-layer]').evaluate((layer) => layer.scrollTop)
  expect(await scrolled()).toBe(0)
  await page.keyboard.press('PageDown')
  await expect.poll(scrolled).toBeGreaterThan(0)
  await context.close()
})

test('what was put aside stands in the settings, and comes back from there', async () => {
  const { context, page, userId, complaints } = await reader()
  await service
    .from('feed_posts')
    .update({ title: 'Une très longue légende '.repeat(5) })
    .eq('id', posts[0]?.id)
  const hides = async () => (await service.from('post_hides').select('post_id').eq('user_id', userId)).data
  await page.goto('/')
  await chooseOfFirst(page, 'Pas intéressé')
  await expect.poll(hides).toEqual([{ post_id: posts[0]?.id }])
  await expect.poll(() => hasUnsent(page)).toBe(false)
  await page.goto('/settings?section=content')
  const list = page.getByRole('region', { name: 'Publications masquées' })
  await list.getByText(/^Une très longue légende/u).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await list.getByRole('button', { name: /^Montrer à nouveau/u }).click()
  await list.getByText('Ce que vous marquez « Pas intéressé » se retrouve ici.').waitFor()
  await expect.poll(hides).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('where remixing is not allowed one writes to the author, unless they are not to be written to', async () => {
  const { context, page, complaints } = await reader()
  const { data: writer } = await service.from('profiles').select('username').eq('id', author).single()
  const settle = (value: string) =>
    service.from('profile_settings').update({ who_can_message: value }).eq('user_id', author)
  const message = () => page.getByRole('button', { name: 'Message', exact: true })
  await service.from('feed_posts').update({ remix_allowed: false }).eq('id', posts[1]?.id)
  await settle('nobody')
  await page.goto(`/profile/${writer?.['username']}`)
  await expect.poll(() => message().getAttribute('aria-disabled')).toBe('true')
  await message().click({ force: true })
  await page.getByRole('status').getByText('Cette personne ne reçoit pas de messages de votre part.').first().waitFor()
  await settle('everyone')
  await page.goto(`/profile/${writer?.['username']}`)
  await expect.poll(() => message().getAttribute('aria-disabled')).toBe('false')

  await page.goto(`/post/${posts[1]?.id}`)
  await page.getByText('L’auteur n’autorise pas le remix.').waitFor()
  await page.getByRole('button', { name: 'Écrire à l’auteur' }).click()
  await page.waitForURL(/\/messages\?conversation=/u)
  expect(complaints).toEqual([])
  await context.close()
})

test('a page that is not there leads on to three publications', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  await page.goto('/404')
  const ways = page.getByRole('region', { name: 'En ce moment' }).getByRole('link')
  await expect.poll(() => ways.count()).toBe(3)
  await ways.first().click()
  await page.waitForURL(/\/post\//u)
  await context.close()
})

test('the mark on the icon of the app is lowered by what is read in the app', async () => {
  const { context, page, userId } = await reader()
  await page.addInitScript(() => {
    const marks: number[] = []
    const note = (count = 0) => {
      marks.push(count)
      return Promise.resolve()
    }
    Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note(0), marks })
  })
  const last = () => page.evaluate(() => (navigator as Navigator & { marks: number[] }).marks.at(-1))
  const friend = await join(product.system)
  await service.from('follows').insert({ follower_id: friend.user.id, followee_id: userId })
  await page.goto('/')
  await expect.poll(last).toBe(1)
  await service.from('notifications').update({ read_at: new Date().toISOString() }).eq('user_id', userId)
  await page.reload()
  await expect.poll(last).toBe(0)
  await context.close()
})
