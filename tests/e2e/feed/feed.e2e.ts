/** The feed and the frame around it: pages, places, likes, guards, what is not found, language and theme (spec §2). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf, type PublishedPost } from '../support/published-posts.ts'

const count = 105
/** More cards than this at once would mean that the list is not virtualised. */
const mostInPage = 50

const product = startedProduct()
let posts: PublishedPost[]
beforeAll(async () => {
  const { user } = await join(product.system)
  // Ties of 25 make pages of 20 end within posts of the same instant.
  posts = await publishPosts(product.system, { userId: user.id, count, together: 25 })
})

/** Scrolls by most of a screen and tells the place of each post that is there once the feed has come to rest. */
const scrollOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const feed = document.querySelector('[role=feed]')
        const tell = () => {
          if (feed?.ariaBusy === 'true') return requestAnimationFrame(tell)
          return resolve(
            [...document.querySelectorAll('article')].map((article) => Number(article.getAttribute('aria-posinset'))),
          )
        }
        scrollBy(0, innerHeight * 0.8)
        requestAnimationFrame(() => requestAnimationFrame(tell))
      }),
  )

/**
 * Reads down to the end as somebody does who looks at everything: the words at each place, and how many posts were there at
 * once. By the wheel: a page that nobody touches may be given no frames for minutes where the machine is busy.
 */
async function readToTheEnd(page: Page, { width, height }: { width: number; height: number }) {
  const seen = new Map<number, string>()
  let most = 0
  await page.mouse.move(width / 2, height / 2)
  for (;;) {
    const look = await page.evaluate(() => ({
      articles: [...document.querySelectorAll('article')].map(
        (article) => [Number(article.getAttribute('aria-posinset')), article.querySelector('img')?.alt ?? ''] as const,
      ),
      isOver: document.body.textContent.includes('Fin du feed'),
      y: scrollY,
    }))
    most = Math.max(most, look.articles.length)
    for (const [place, prompt] of look.articles) seen.set(place, prompt)
    if (look.isOver && seen.has(count)) break
    await page.mouse.wheel(0, height * 0.8)
    const goesOn = (y: number) => scrollY !== y || document.body.textContent.includes('Fin du feed')
    await page.waitForFunction(goesOn, look.y, { polling: 30 })
    await page.locator('[role=feed][aria-busy=true]').waitFor({ state: 'detached' })
  }
  return { prompts: [...seen].sort(([one], [other]) => one - other).map(([, prompt]) => prompt), most }
}

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s every post comes once and in order, a few at a time, and nothing moves', async (_, viewport) => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport })
  const shifted = await shiftsOfPages(page)
  const pages: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    // Whether there is something newer is asked for by ids alone.
    if (url.pathname === '/rest/v1/feed_posts' && url.searchParams.get('select') !== 'id') pages.push(url)
  })
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  const { prompts, most } = await readToTheEnd(page, viewport)
  expect(prompts).toEqual(posts.map(({ prompt }) => prompt))
  expect(most).toBeLessThan(mostInPage)
  expect(pages).toHaveLength(Math.ceil(count / 20))
  expect(pages.every(({ searchParams }) => !searchParams.has('offset') && searchParams.get('limit') === '20')).toBe(
    true,
  )
  expect(await shifted()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

/** The picture in the middle of the screen: its words, its place on the screen, and a point where it can be pressed. */
const middle = (page: Page) =>
  page.evaluate(() => {
    const y = innerHeight / 2
    const boxes = [...document.querySelectorAll('article img')].map((image) => ({
      prompt: image.getAttribute('alt') ?? '',
      box: image.getBoundingClientRect(),
    }))
    const away = ({ top, bottom }: DOMRect) => Math.abs((top + bottom) / 2 - y)
    const [nearest] = boxes.toSorted((one, other) => away(one.box) - away(other.box))
    if (!nearest) return null
    const { prompt, box } = nearest
    // Not at its edges, where buttons appear under a mouse.
    const point = { x: box.left + box.width / 2, y: (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2 }
    return { prompt, top: Math.round(box.top), scrollY: Math.round(scrollY), point }
  })

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s coming back from a post shows the feed where it was, and nothing moves', async (_, viewport) => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport })
  const shifted = await shiftsOfPages(page)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  while ((await scrollOn(page)).every((place) => place < 50));
  const before = await middle(page)
  // Not by the picture's name: that would scroll it into full view first.
  await page.mouse.click(before?.point.x ?? 0, before?.point.y ?? 0)
  await page.waitForURL(/\/post\//u)
  await page.getByRole('button', { name: 'Copier le prompt' }).waitFor()
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => middle(page)).toEqual(before)
  expect(await shifted()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a like shows at once, is taken back when it is refused, and is kept when it is not', async () => {
  const storage = returning(await join(product.system))
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  await page.goto('/')
  const like = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^J’aime/u })
  await like.waitFor()
  const label = await like.getAttribute('aria-label')
  await page.route('**/rest/v1/post_likes*', (route) => route.fulfill({ status: 403, json: { message: 'no' } }))
  await like.click()
  await page.getByRole('alert').getByText('n’a pas été enregistré').waitFor()
  expect(await like.getAttribute('aria-pressed')).toBe('false')
  expect(await like.getAttribute('aria-label')).toBe(label)
  await page.unroute('**/rest/v1/post_likes*')

  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/post_likes*', async (route) => {
    await released
    await route.continue()
  })
  const saved = page.waitForResponse('**/rest/v1/post_likes*')
  await like.click()
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
  expect(await like.innerText()).toBe('1')
  release()
  expect((await saved).status()).toBe(201)
  await page.reload()
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
  expect(await like.innerText()).toBe('1')

  await like.click()
  await expect.poll(() => like.innerText()).toBe('0')
  await context.close()
})

test('on a phone the first picture is asked for before the app has arrived, and once', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.includes('/render/image/')) asked.push(url.href)
  })
  // What the app is made of waits until a picture was asked for.
  let release = (): void => undefined
  const isAsked = new Promise<void>((resolve) => (release = resolve))
  page.on('request', (request) => request.url().includes('/render/image/') && release())
  await page.route(/\/assets\/index-[^/]+\.js$/u, async (route) => {
    await isAsked
    await route.continue()
  })
  await page.goto('/')
  const first = page.getByRole('article').first().locator('img').first()
  await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true)
  const shown = await first.evaluate((image) => (image as HTMLImageElement).currentSrc)
  expect(asked[0]).toBe(shown)
  expect(asked.filter((url) => new URL(url).pathname === new URL(shown).pathname)).toEqual([shown])
  await context.close()
})

test('a visitor who likes, remixes or opens a profile is asked to sign in, and will come back', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone })
  const post = posts[0]?.id ?? ''
  const wantsSignIn = async (from: string) => {
    await page.waitForURL((url) => url.pathname === '/auth')
    expect(new URL(page.url()).searchParams.get('from')).toBe(from)
    await page.getByRole('heading', { name: 'Bon retour parmi nous' }).waitFor()
  }
  await page.goto('/feed')
  const first = page.getByRole('article').first()
  await first.getByRole('button', { name: /^J’aime/u }).click()
  await wantsSignIn('/feed')
  await page.goBack()
  await first.getByRole('button', { name: 'Remix' }).click()
  await wantsSignIn(`/feed?modal=remix&post=${post}`)
  await page.goBack()
  await page.getByRole('navigation').getByRole('button', { name: 'Recherche' }).click()
  await wantsSignIn('/feed?modal=search')
  await page.goBack()
  await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click()
  await wantsSignIn('/messages')
  expect(complaints).toEqual([])
  await context.close()
})

test('a post that is gone, or whose address is no address, says so and leads back', async () => {
  const { user } = await join(product.system)
  const [gone] = await publishPosts(product.system, { userId: user.id, count: 1 })
  const { error } = await serviceOf(product.system)
    .from('feed_posts')
    .delete()
    .eq('id', gone?.id ?? '')
  expect(error).toBeNull()
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  await page.goto(`/post/${gone?.id}`)
  await page.getByRole('heading', { name: 'Cette publication n’est plus disponible' }).waitFor()
  await page.goto('/post/not-an-id')
  await page.getByRole('heading', { name: 'Cette publication est introuvable' }).waitFor()
  await page.getByRole('link', { name: 'Retour au feed' }).click()
  await page.waitForURL(`${product.system.url}/`)
  await context.close()
})

test('an unknown path answers 404 and shows what was asked for', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  const response = await page.goto('/nulle/part?x=1')
  expect(response?.status()).toBe(404)
  await page.waitForURL(`${product.system.url}/404`)
  await page.getByRole('heading', { name: 'Le fil s’est rompu.' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain('/nulle/part')
  expect(await page.title()).toBe('Page introuvable · Cortexia')
  expect((await page.goto('/404'))?.status()).toBe(404)
  await context.close()
})

/** The signed-in-only routes of spec §2. */
const membersOnly = `
  /profile /profile/awa /workflow /workflow/7 /payment /payment/success /credits /subscription /commissions /commissions/new /messages
  /stats /analytics /earnings /notifications /creator /account /settings /debug-credits /test-focus /test-post-display
  /simple-focus-test /test-real-posts /pwa-test /fedapay-test`
  .trim()
  .split(/\s+/u)

test('every signed-in-only route sends a visitor to sign in with its path and query; a member stays', async () => {
  const visitor = await visit(product.browser, product.system.url, { viewport: phone })
  const session = await join(product.system)
  const member = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(session) })
  // The page of somebody who is not there answers 404.
  await serviceOf(product.system).from('profiles').update({ username: 'awa' }).eq('id', session.user.id)
  for (const path of membersOnly) {
    await visitor.page.goto(`${path}?a=1&b=é`)
    await visitor.page.waitForURL((url) => url.pathname === '/auth')
    const from = new URL(visitor.page.url()).searchParams.get('from')
    expect(new URL(from ?? '', product.system.url).searchParams.get('b')).toBe('é')
    expect(from).toMatch(new RegExp(`^${path}\\?a=1&b=`, 'u'))
    if (path === '/profile/awa') continue
    await member.page.goto(path)
    await member.page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(member.page.url()).pathname).toBe(path)
  }
  expect([...visitor.complaints, ...member.complaints]).toEqual([])
  await visitor.context.close()
  await member.context.close()
})

test('language and theme change at once and are kept on the device', async () => {
  const storage = returning(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: phone, storage })
  const html = page.locator('html')
  const theme = (name: string) => page.getByRole('radiogroup', { name: /^Th/u }).getByRole('radio', { name })
  await page.goto('/account?section=display')
  await page.getByRole('radio', { name: 'English' }).check({ force: true })
  await page.getByRole('heading', { name: 'Display', level: 1 }).waitFor()
  expect(await html.getAttribute('lang')).toBe('en')
  expect(await html.getAttribute('data-theme')).toBe('dark')
  await theme('Light').check({ force: true })
  expect(await html.getAttribute('data-theme')).toBe('light')
  await page.reload()
  await page.getByRole('heading', { name: 'Display', level: 1 }).waitFor()
  expect(await html.getAttribute('data-theme')).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await theme('Auto').check({ force: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => html.getAttribute('data-theme')).toBe('dark')
  await page.getByRole('radio', { name: 'Français' }).check({ force: true })
  await page.getByRole('heading', { name: 'Affichage', level: 1 }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a system that changes its mind between the first paint and the app is followed', async () => {
  const { context, page } = await visit(product.browser, product.system.url, { viewport: phone })
  const theme = () => page.locator('html').getAttribute('data-theme')
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(theme).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await route.continue()
  })
  await page.goto('/')
  await expect.poll(theme).toBe('light')
  await context.close()
})
