/** A network that goes while somebody is there: the page stands, says so, and goes on where they were when it is back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const french = {
  language: 'fr',
  offline: 'Vous êtes hors ligneCertaines fonctionnalités peuvent être limitées',
  back: 'De nouveau en ligne',
  search: 'Recherche',
}
const english = {
  language: 'en',
  offline: 'You are offlineSome features may be limited',
  back: 'Back online',
  search: 'Search',
}

test.each([
  [
    'phone',
    phone,
    french,
    (page: Page) =>
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^J’aime/u })
        .click(),
  ],
  ['desktop', desktop, english, (page: Page) => page.keyboard.press('l')],
])(
  'on a %s what is done without network comes with the network, and the page stands',
  async (_, viewport, words, like) => {
    const session = await join(product.system)
    await publishPosts(product.system, { userId: session.user.id, count: 2 })
    const { context, page } = await visit(product.browser, product.system.url, {
      viewport,
      storage: { ...remembered(session), 'cortexia.language': words.language },
    })
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    const status = (text: string) => page.getByRole('status').filter({ hasText: text })
    await untilAtRest(page)
    await context.setOffline(true)
    await status(words.offline).waitFor()
    // It covers nothing: what stands at the top of the page, and what sticks there, begins where it ends.
    const said = await status(words.offline).boundingBox()
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('header, nav, article')].map((element) => element.getBoundingClientRect().top),
    )
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(Math.floor(said?.height ?? 0))
    expect(said?.height).toBeGreaterThan(40)
    expect(await (await startAxe()).violations(page, 'offline')).toEqual([])
    await like(page)
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.waitForURL('**/notifications')
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    await page.keyboard.press('/')
    await context.setOffline(false)
    await status(words.back).waitFor()
    // A moment without it is not worth a word, and what was said does not stay.
    await context.setOffline(true)
    await context.setOffline(false)
    await status(words.back).waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: words.search }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    const likes = () => serviceOf(product.system).from('post_likes').select('post_id').eq('user_id', session.user.id)
    await expect.poll(async () => (await likes()).data?.length).toBe(1)
    await context.close()
  },
)
