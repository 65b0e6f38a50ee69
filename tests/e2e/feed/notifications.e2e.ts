/** What one is told: the bell, the list, and push messages from an act to the place that they lead to. */
import type { Session } from '@supabase/supabase-js'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered, signOut } from '../../support/people.ts'
import { startPushService, type PushService } from '../../support/push-service.ts'
import { cachesOf, untilKept } from '../support/app-builds.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { click, deliver, shownBy, subscribeTo, windowsOf, workerOf } from '../support/push-browser.ts'

const product = startedProduct({}, { whole: true })
let pushes: PushService
let crowd: Session[]
beforeAll(async () => {
  pushes = await startPushService()
  vi.stubEnv('PUSH_SERVICES', pushes.origin)
  crowd = await Promise.all(Array.from({ length: 4 }, () => join(product.system)))
  for (const [place, { user }] of crowd.entries()) {
    const name = { first_name: ['Awa', 'Kossi', 'Mariam', 'Théo'][place], last_name: null }
    await serviceOf(product.system).from('profiles').update(name).eq('id', user.id)
  }
})
afterAll(async () => {
  await pushes[Symbol.asyncDispose]()
})

const as = ({ access_token: token }: Session): SupabaseClient =>
  createClient(product.system.url, product.system.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })

/** Somebody with publications, and a page. */
async function open(viewport: typeof desktop, { posts = 1, path = '/', isUnfinished = false } = {}) {
  const session = await join(product.system)
  const published = await publishPosts(product.system, { userId: session.user.id, count: posts, isUnfinished })
  const visited = await visit(product.browser, product.system.url, {
    viewport,
    storage: remembered(session),
    hasWorker: true,
  })
  await visited.page.goto(path)
  return { ...visited, session, posts: published }
}

async function done<Result extends { error: unknown }>(act: PromiseLike<Result>): Promise<Result> {
  const result = await act
  expect(result.error).toBeNull()
  return result
}

const like = (person: Session | undefined, postId: string | undefined) =>
  done(as(person!).from('post_likes').insert({ post_id: postId, user_id: person!.user.id }))
const comment = (person: Session | undefined, postId: string | undefined, body: string) =>
  done(as(person!).from('post_comments').insert({ post_id: postId, body }))
const follow = (person: Session | undefined, whom: Session) =>
  done(as(person!).from('follows').insert({ follower_id: person!.user.id, followee_id: whom.user.id }))

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ })
const cardsIn = (page: Page) => page.getByRole('article')
const rows = (page: Page) => page.locator('main [data-notification]')

test('the bell counts what comes while one looks, and the list tells it in groups', async () => {
  const { context, page, complaints, session, posts } = await open(phone, { posts: 12 })
  const [kossi, mariam, theo] = crowd.slice(1)
  await bell(page).waitFor()
  await like(kossi, posts[0]?.id)
  await page.getByRole('link', { name: 'Notifications 1 non lue' }).waitFor()
  await like(mariam, posts[0]?.id)
  await like(theo, posts[0]?.id)
  for (const [place, { id }] of posts.slice(1).entries())
    await comment(place % 2 ? mariam : kossi, id, 'Quelle <b>lumière</b>')
  await page.getByRole('link', { name: 'Notifications 12 non lues' }).waitFor()
  expect(await bell(page).locator('[aria-hidden]', { hasText: '9+' }).count()).toBe(1)

  await bell(page).click()
  await expect.poll(() => rows(page).count()).toBe(12)
  expect(await rows(page).last().getByRole('link').textContent()).toBe('Théo, Mariam et 1 autre aiment votre image')
  const first = rows(page).first().getByRole('link')
  expect(await first.textContent()).toBe('Kossi\u00a0: «\u00a0Quelle <b>lumière</b>\u00a0»')
  expect(await first.getAttribute('aria-label')).toMatch(/, non lue$/)

  // Two seconds in sight, and they are read: here, and on every device.
  await expect.poll(() => first.getAttribute('aria-label')).not.toMatch(/non lue$/)
  await rows(page).last().scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  const { data: unread } = await done(as(session).rpc('unread_notifications'))
  expect(unread).toBe(0)

  // « … et 1 autre » says who, and folds again.
  await rows(page).last().getByRole('button', { name: 'Voir les 3 personnes' }).click()
  const each = rows(page).last().getByRole('listitem')
  await expect.poll(() => each.getByRole('link').allInnerTexts()).toEqual(['Théo', 'Mariam', 'Kossi'])
  await rows(page).last().getByRole('button', { name: 'Replier' }).click()
  await expect.poll(() => each.count()).toBe(0)

  await rows(page).last().getByRole('link').click()
  await page.waitForURL((url) => url.pathname === `/post/${posts[0]?.id}`)
  expect(complaints).toEqual([])
  await context.close()
})

test('all are read at once and unread again, rows by keys, kinds by tabs; nobody is shut out', async () => {
  const { context, page, session, posts } = await open(desktop)
  const [kossi, mariam] = crowd.slice(1)
  await done(
    serviceOf(product.system)
      .from('profiles')
      .update({ username: `nom${Date.now()}`.slice(0, 20) })
      .eq('id', session.user.id),
  )
  const { data: me } = await as(session).from('profiles').select('username').eq('id', session.user.id).single()
  // What comes between the reading of the list and the channel is there once it stands.
  const channel = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/realtime\/v1\//u, async (socket) => {
    await channel.promise
    socket.connectToServer()
  })
  // Too low for a row to be in sight, where it is read by being looked at.
  await page.setViewportSize({ ...desktop, height: 240 })
  await page.goto('/notifications')
  await page.getByText('Rien de nouveau. Les réactions à vos images apparaîtront ici.').waitFor()
  await follow(kossi, session)
  await like(kossi, posts[0]?.id)
  await comment(mariam, posts[0]?.id, `Regarde, @${me?.['username']}`)
  channel.resolve()
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click()
  // Pointed at, what can be undone stays: its time runs on a busy machine too.
  const undo = page.getByRole('button', { name: 'Annuler' })
  await undo.hover()
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await undo.click()
  await page.getByRole('link', { name: 'Notifications 3 non lues' }).waitFor()
  await page.setViewportSize(desktop)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect
    .poll(() =>
      rows(page)
        .nth(1)
        .getByRole('link')
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await expect.poll(() => rows(page).first().getByRole('link').getAttribute('aria-label')).not.toMatch(/non lue$/)

  const { violations } = await startAxe()
  expect(await violations(page, 'notifications')).toEqual([])

  await page.getByRole('tab', { name: 'Mentions' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('switch', { name: 'Personnes que je suis' }).check()
  await page.getByText('Quand quelqu’un écrit votre nom, c’est ici.').waitFor()
  // Of money there is nothing to tell yet, so that there is no place for it.
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Tout', 'Mentions'])
  await page.goto('/notifications')
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/post/${posts[0]?.id}` && url.searchParams.has('comment'))
  await context.close()
})

const settle = (page: Page) => page.goto('/settings?section=notifications')

test('an answer that was on its way when all was read does not put the count back', async () => {
  const { context, page, session, posts } = await open(phone, { posts: 5 })
  await bell(page).waitFor()
  for (const { id } of posts) await like(crowd[1], id)
  await page.getByRole('link', { name: 'Notifications 5 non lues' }).waitFor()
  const [areRead, isGiven] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  await page.route('**/rpc/unread_notifications*', async (route) => {
    // As the server counted when it was asked; on the way for as long as the reading takes.
    const answer = await route.fetch()
    await areRead.promise
    await route.fulfill({ response: answer }).catch(() => undefined)
    isGiven.resolve(undefined)
  })
  await page.goto('/notifications')
  await expect.poll(() => rows(page).count()).toBe(5)
  const unread = () =>
    serviceOf(product.system).from('notifications').select('id').eq('user_id', session.user.id).is('read_at', null)
  await expect.poll(async () => (await unread()).data?.length).toBe(0)
  areRead.resolve(undefined)
  await isGiven.promise
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await cardsIn(page).first().waitFor()
  expect(await bell(page).textContent()).not.toMatch(/\d/u)
  await context.close()
})

test('kinds are chosen by way, and hours of rest by the clock of the device', async () => {
  const { context, page, complaints, session, posts } = await open(desktop)
  await page.goto('/notifications')
  await like(crowd[1], posts[0]?.id)
  await rows(page).getByRole('button', { name: 'Options' }).click()
  await page.getByRole('menuitem', { name: 'Ne plus me prévenir\u00a0: J’aime' }).click()
  const settings = async () => {
    const client = as(session)
    const preferences = await client.from('notification_preferences').select('type,in_app,push')
    const quiet = await client.from('profile_settings').select('quiet_hours,digest_minute').single()
    return [preferences.data, quiet.data]
  }
  const likes = { type: 'like', in_app: false, push: false }
  await expect.poll(settings).toEqual([[likes], { quiet_hours: null, digest_minute: null }])
  await settle(page)
  await page.getByRole('switch', { name: 'J’aime\u00a0: Push' }).check()
  await page.getByRole('switch', { name: 'Heures calmes' }).check()
  await page.getByLabel('De', { exact: true }).fill('23:15')
  await page.getByRole('switch', { name: 'Résumé du jour' }).check()
  await page.getByLabel('À quelle heure ?').fill('19:30')
  const chosen = { quiet_hours: '[1395,1860)', digest_minute: 1170 }
  await expect.poll(settings).toEqual([[{ ...likes, push: true }], chosen])
  expect(complaints).toEqual([])
  await context.close()
})

test('what offers push stands above the list from the first, and moves nothing', async () => {
  const { context, page, posts } = await open(phone)
  await subscribeTo(pushes, { system: product.system, context, page })
  await like(crowd[1], posts[0]?.id)
  const shift = await shiftsOfPages(page)
  await page.goto('/notifications')
  await rows(page).first().waitFor()
  await page.getByRole('heading', { name: 'Être prévenu quand votre image est prête\u00a0?' }).waitFor()
  expect(await shift()).toBeLessThan(0.01)
  await context.close()
})

test('push is offered after a useful act, shown by the service worker, and leads to the place', async () => {
  const { context, page, complaints, session, posts } = await open(desktop, { isUnfinished: true })
  const subscription = await subscribeTo(pushes, { system: product.system, context, page })
  await page.goto('/notifications')
  await page.getByText('Rien de nouveau. Les réactions').waitFor()
  expect(await page.getByRole('button', { name: 'Activer' }).count()).toBe(0)
  await done(
    serviceOf(product.system).from('generations').update({ status: 'succeeded' }).eq('user_id', session.user.id),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Être prévenu quand votre image est prête\u00a0?' }).waitFor()
  const registering = workerOf(context)
  await page.getByRole('button', { name: 'Activer' }).click()
  const worker = await registering
  await page.getByText('Cet appareil sera prévenu').waitFor()

  await like(crowd[1], posts[0]?.id)
  await expect.poll(() => subscription.received.length).toBe(1)
  const message = subscription.received[0]?.message as { title: string; path: string }
  expect(message).toMatchObject({ title: 'Kossi aime votre image', path: `/post/${posts[0]?.id}` })

  // Whoever looks at the app is not told twice; what is not ours is shown without its words.
  await deliver(worker, JSON.stringify(message))
  await deliver(worker, JSON.stringify({ ...message, tag: 'x', path: 'https://evil.example/' }))
  await page.goto('about:blank')
  await expect.poll(() => windowsOf(worker)).toBe(0)
  await deliver(worker, JSON.stringify(message))
  await expect
    .poll(() => shownBy(worker))
    .toEqual([
      { title: 'Cortexia', body: '', data: { path: '/notifications' } },
      { title: message.title, body: '', data: { path: message.path } },
    ])
  await page.goto('/')
  await follow(crowd[2], session)
  await page.getByRole('link', { name: /^Notifications \d non lue/ }).waitFor()
  await click(worker, message.path)
  await page.waitForURL((url) => url.pathname === message.path)
  await click(worker, '//evil.example/')
  await page.waitForURL((url) => url.pathname === '/notifications')
  expect(complaints).toEqual([])

  // Whoever signs out is told nothing more on this device.
  await signOut(page)
  const left = serviceOf(product.system).from('push_subscriptions').select('id').eq('user_id', session.user.id)
  await expect.poll(async () => (await left).data).toEqual([])
  await context.close()
})

test('X-06 the service worker is asked for anew, keeps nothing of the wires, and answers for none of them', async () => {
  const answer = await fetch(`${product.system.url}/sw.js`)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(await answer.text()).toContain(answer.headers.get('x-build'))

  const { context, page } = await open(desktop)
  await untilKept(page)
  const said = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    return new Promise<object>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) => resolve(data as object))
      port1.start()
      active?.postMessage({ type: 'GET_VERSION' }, [port2])
    })
  })
  const told = await fetch(`${product.system.url}/api/version`)
  const { version } = (await told.json()) as { version: string }
  expect(said).toEqual({ type: 'VERSION', version, build: told.headers.get('x-build') })
  const kept = Object.values(await cachesOf(page)).flat()
  expect(
    kept.filter((path) => !/^\/(?:(?:app-shell|live)$|assets\/|icon-192\.png$|storage\/v1\/)/u.test(path)),
  ).toEqual([])

  // What the server says now is what the page gets, worker or not; and without a network there is no pretending.
  await page.goto('/')
  await page.route('**/api/version', (route) => route.fulfill({ json: { version: '9.9.9' } }))
  expect(await page.evaluate(async () => (await (await fetch('/api/version')).json()) as unknown)).toEqual({
    version: '9.9.9',
  })
  await context.setOffline(true)
  const ask = (path: string) =>
    page.evaluate(
      (asked) =>
        fetch(asked).then(
          (response) => response.status,
          () => 'no network',
        ),
      path,
    )
  expect(await Promise.all(['/api/config', '/rest/v1/feed_posts', '/sw.js'].map(ask))).toEqual(
    Array(3).fill('no network'),
  )
  await context.close()
})
