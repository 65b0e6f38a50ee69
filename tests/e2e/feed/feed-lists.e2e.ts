/** The lists of the feed: what is new waits, the place is kept, writes survive without a network, data is saved. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { hasUnsent, keptFiles } from '../support/kept-files.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const product = startedProduct()
let service: SupabaseClient
let author: string
let posts: PublishedPost[]
beforeAll(async () => {
  service = serviceOf(product.system)
  author = (await join(product.system)).user.id
  posts = await publishPosts(product.system, { userId: author, count: 65 })
})

const card = (page: Page, prompt: string | undefined) =>
  page
    .getByRole('article')
    .filter({ hasText: `${prompt}` })
    .first()
const cards = (page: Page) => page.getByRole('article')
const pill = (page: Page) => page.getByRole('button', { name: /nouvelles? publications?$/u })

/** The post whose picture is nearest to the top of the screen, and where it is. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const articles = [...document.querySelectorAll<HTMLElement>('article[data-post]')]
    const first = articles.find((article) => article.getBoundingClientRect().bottom > 120)
    return first && { post: first.dataset['post'], top: Math.round(first.getBoundingClientRect().top) }
  })

/** Once the cards that have just come into sight have found their heights. */
async function settled(page: Page) {
  let [last, now] = [await inSight(page), await inSight(page)]
  const isSame = async () => {
    ;[last, now] = [now, await inSight(page)]
    return now?.post === last?.post && now?.top === last?.top
  }
  await expect.poll(isSame, { interval: 250 }).toBe(true)
  return now
}

/** Where the tab is: Playwright's own click may scroll to it first, although it is in sight. */
async function press(page: Page, tab: string): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('link', { name: tab, exact: true }).boundingBox()) ?? never()
  await page.mouse.click(x + width / 2, y + height / 2)
}

const never = (): never => {
  throw new Error('it is not in sight')
}

async function scrollDown(page: Page, screens: number): Promise<void> {
  // Other letters make other heights.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate(() => {
      scrollBy(0, innerHeight)
      return new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      })
    })
  }
}

/** One more publication of the same person, as if it had just been made. */
async function publishOne(prompt: string): Promise<string> {
  const { data: before } = await service
    .from('feed_posts')
    .select('image_url')
    .eq('creator_id', author)
    .limit(1)
    .single()
  const { data, error } = await service
    .from('feed_posts')
    .insert({ creator_id: author, prompt, image_url: before?.image_url })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}

test('what is new waits in a pill and moves nothing; the place is kept over a reload, and offered on another device', async () => {
  const session = await join(product.system)
  const storage = returning(session)
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  await cards(page).first().waitFor()
  await scrollDown(page, 12)
  const before = await settled(page)
  const noted = () => service.from('feed_positions').select('anchor_cursor').eq('user_id', session.user.id)
  await expect.poll(async () => (await noted()).data?.[0]?.anchor_cursor ?? '').toMatch(/^latest\./u)

  const fresh = await publishOne('Une pirogue neuve')
  await pill(page).waitFor()
  expect(await inSight(page)).toEqual(before)

  await page.reload()
  await cards(page).first().waitFor()
  await expect.poll(() => inSight(page)).toEqual(before)

  const other = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await other.page.goto('/')
  await card(other.page, 'Une pirogue neuve').waitFor()
  expect((await inSight(other.page))?.post).toBe(fresh)
  await other.page.getByRole('button', { name: 'Reprendre où vous étiez' }).click()
  await expect.poll(async () => (await inSight(other.page))?.post).toBe(before?.post)
  await other.context.close()

  await pill(page).click()
  await expect.poll(async () => (await inSight(page))?.post).toBe(fresh)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('whoever had read the list to its end, and comes back later or elsewhere, begins with what is new', async () => {
  const session = await join(product.system)
  const storage = returning(session)
  const { data: last } = await service
    .from('feed_posts')
    .select('id,created_at')
    .order('created_at')
    .order('id')
    .limit(1)
    .single<{ id: string; created_at: string }>()
  const place = { postId: last?.id, offset: 120, cursor: `latest.${last?.created_at} ${last?.id}` }
  const position = {
    user_id: session.user.id,
    tab: 'latest',
    anchor_post_id: place.postId,
    anchor_cursor: place.cursor,
  }
  expect((await service.from('feed_positions').upsert({ ...position, anchor_offset: 120 })).error).toBeNull()
  const at = Date.now() - 40 * 60_000
  const here = {
    ...storage,
    [`cortexia.private.${session.user.id}.place.latest`]: JSON.stringify({ ...place, at }),
  }
  for (const device of [storage, here]) {
    const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage: device })
    await page.goto('/')
    await expect.poll(() => cards(page).count()).toBeGreaterThan(2)
    const { data: newest } = await service
      .from('feed_posts')
      .select('id')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1)
      .single<{ id: string }>()
    expect((await inSight(page))?.post).toBe(newest?.id)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.getByText('Fin du feed').count()).toBe(0)
    await context.close()
  }
})

test('each list keeps its own place; a hashtag has its page', async () => {
  const storage = returning(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await service.from('feed_posts').update({ hashtags: 'Élan' }).eq('id', posts[3]?.id)
  await page.goto('/')
  await cards(page).first().waitFor()
  await scrollDown(page, 6)
  const before = await settled(page)
  await press(page, 'Abonnements')
  await page.getByText('Voici des personnes à découvrir').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await press(page, 'Récents')
  await expect.poll(() => inSight(page)).toEqual(before)

  await page.goto('/tag/elan')
  await page.getByRole('heading', { name: '#Élan' }).waitFor()
  await card(page, posts[3]?.prompt).waitFor()
  expect(await cards(page).count()).toBe(1)
  await page.getByText('Fin du feed').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a like without a network waits, outlives the page and counts once; what was loaded can still be read', async () => {
  const session = await join(product.system)
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await page.goto('/')
  const like = cards(page)
    .first()
    .getByRole('button', { name: /^J’aime/u })
  await like.waitFor()
  const post = (await cards(page).first().getAttribute('data-post')) ?? ''
  await expect.poll(async () => (await keptFiles(page)).some((key) => key.endsWith('list.latest'))).toBe(true)
  let requests = 0
  await page.route('**/rest/v1/**', (route) => {
    if (route.request().url().includes('post_likes')) requests += 1
    return route.abort()
  })
  await like.click()
  await cards(page).first().getByRole('img', { name: 'En attente du réseau' }).waitFor()
  await expect.poll(() => requests).toBeGreaterThan(0)
  await expect.poll(() => hasUnsent(page)).toBe(true)

  await page.reload()
  await page.getByText(/^Contenu du \d\d:\d\d/u).waitFor()
  expect(await cards(page).first().getAttribute('data-post')).toBe(post)
  const likes = () => service.from('post_likes').select('post_id').eq('user_id', session.user.id)
  expect((await likes()).data).toEqual([])

  await page.unroute('**/rest/v1/**')
  await page.reload()
  await expect.poll(async () => (await likes()).data).toEqual([{ post_id: post }])
  await expect.poll(() => hasUnsent(page)).toBe(false)
  const { data } = await service.from('feed_posts').select('likes_count').eq('id', post).single()
  expect(data?.likes_count).toBe(1)
  await context.close()
})

test('two taps like with a losange that is seen; a post is kept, explained, hidden and brought back; keys do it too', async () => {
  const session = await join(product.system)
  const storage = returning(session)
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  const first = cards(page).first()
  await first.waitFor()
  const post = (await first.getAttribute('data-post')) ?? ''
  const picture = first.locator('[data-open]')
  // Both at once: how soon a driver comes with the second is not what is tested.
  await picture.evaluate((link: HTMLElement) => {
    const tap = () => {
      link.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))
      link.click()
    }
    tap()
    tap()
  })
  await page.locator('[data-pulse]').waitFor({ state: 'attached' })
  await expect.poll(() => first.getByRole('button', { name: /^J’aime/u }).getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).pathname).toBe('/')

  await first.getByRole('button', { name: 'Enregistrer' }).click()
  const saves = () => service.from('post_saves').select('post_id').eq('user_id', session.user.id)
  await expect.poll(async () => (await saves()).data).toEqual([{ post_id: post }])

  const menu = first.getByRole('button', { name: 'Plus d’actions' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Pourquoi cette publication' }).click()
  await page.getByRole('dialog').getByText('dans l’ordre du temps').waitFor()
  await page.keyboard.press('Escape')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Pas intéressé' }).click()
  await first.getByText('Publication masquée.').waitFor()
  const hides = () => service.from('post_hides').select('post_id').eq('user_id', session.user.id)
  await expect.poll(async () => (await hides()).data).toEqual([{ post_id: post }])
  await first.getByRole('button', { name: 'Annuler' }).click()
  await first.getByRole('button', { name: /^J’aime/u }).waitFor()
  await expect.poll(async () => (await hides()).data).toEqual([])
  expect(complaints).toEqual([])
  await context.close()

  const wide = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await wide.page.goto('/')
  await cards(wide.page).first().waitFor()
  const focused = () => wide.page.evaluate(() => document.activeElement?.getAttribute('data-post'))
  await expect
    .poll(async () => {
      await wide.page.keyboard.press('j')
      return (await focused()) === null
    })
    .toBe(false)
  await wide.page.keyboard.press('k')
  await wide.page.keyboard.press('k')
  const chosen = (await focused()) ?? ''
  await wide.page.keyboard.press('l')
  const liked = () => service.from('post_likes').select('post_id').eq('user_id', session.user.id).eq('post_id', chosen)
  const wasLiked = chosen === post
  await expect.poll(async () => (await liked()).data?.length).toBe(wasLiked ? 0 : 1)
  await wide.page.keyboard.press('Enter')
  await wide.page.waitForURL(`**/post/${chosen}`)
  await wide.page.getByRole('button', { name: 'Retour', exact: true }).waitFor()
  await wide.page.keyboard.press('Escape')
  await expect.poll(focused).toBe(chosen)
  await wide.page.keyboard.press('c')
  const comment = wide.page.getByRole('textbox', { name: 'Votre commentaire' })
  await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true)
  await wide.context.close()
})

test('where data is saved no picture comes unasked, and each says what it weighs', async () => {
  const storage = { 'cortexia.display': JSON.stringify({ saver: true }) }
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/render/image/') && request.method() === 'GET') asked.push(request.url())
  })
  await page.goto('/')
  const load = page.getByRole('button', { name: /^Charger · [\d,]+.Ko$/u })
  await load.first().waitFor()
  await page.getByText(/épargnés aujourd’hui/u).waitFor()
  expect(asked).toEqual([])
  await load.first().click()
  await expect.poll(() => asked.length).toBe(1)
  expect(new URL(asked[0] ?? '').searchParams.get('width')).toMatch(/^(?:320|480)$/u)
  expect(complaints).toEqual([])
  await context.close()
})
