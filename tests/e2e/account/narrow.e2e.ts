/** The smallest phone with the largest letters: nothing is wider than the glass, and what is chosen is in sight. */
import { expect, test } from 'vitest'

import { visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { untilAtRest } from '../support/at-rest.ts'
import { shiftsOfPages } from '../support/layout-shifts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const narrow = { width: 320, height: 640 }

test('no page is wider than a small phone with « Très grand »; the chosen tab is whole, buttons stay off the banner', async () => {
  const session = await join(product.system)
  const service = serviceOf(product.system)
  const name = { first_name: 'Marie-Antoinette-Bernadette', last_name: 'Ouédraogo-Kouassi-Nguessan' }
  await service.from('profiles').update(name).eq('id', session.user.id).throwOnError()
  await publishPosts(product.system, { userId: session.user.id, count: 1 })
  const storage = { ...returning(session), 'cortexia.display': JSON.stringify({ textSize: 'largest' }) }
  const { page, context, complaints } = await visit(product.browser, product.system.url, { viewport: narrow, storage })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)

  // A font that is late is not taken: its place has a wider one, as long as the page stands.
  const late = Promise.withResolvers<void>()
  await page.route('**/*.woff2', (route) => late.promise.then(() => route.continue()))
  await page.goto('/account?section=security', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Se déconnecter des autres appareils' }).waitFor()
  await page.getByRole('link', { name: 'Notifications' }).waitFor()
  expect(await page.locator('html').getAttribute('data-text')).toBe('largest')
  expect(await width()).toBe(narrow.width)
  late.resolve()
  await page.unrouteAll({ behavior: 'wait' })

  for (const [address, chosen] of [
    ['/services/mine', page.getByRole('link', { name: 'Mes services', exact: true })],
    ['/profile?tab=drafts', page.getByRole('tab', { name: 'Brouillons' })],
    ['/?tab=latest', page.getByRole('article').first().getByRole('button', { name: 'Remix' })],
    ['/?tab=trending', page.getByRole('link', { name: 'Tendances' })],
  ] as const) {
    await page.goto(address)
    await chosen.waitFor()
    const right = async () => {
      const { x = Infinity, width: wide = 0 } = (await chosen.boundingBox()) ?? {}
      return Math.floor(x + wide)
    }
    await expect.poll(right).toBeLessThanOrEqual(narrow.width)
    expect(await width()).toBe(narrow.width)
  }

  await page.evaluate(() => document.fonts.ready)
  await page.getByRole('link', { name: /^Il vous reste/u }).waitFor()
  const wordmark = page.getByRole('link', { name: 'Cortexia, accueil' })
  expect(await wordmark.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profile')
  const edit = page.getByRole('button', { name: 'Modifier le profil' })
  const photo = page.locator('main header').first()
  await edit.waitFor()
  const [button, header] = [await edit.boundingBox(), await photo.boundingBox()]
  // The header begins 2.25 rem up in the banner, of 20 px each.
  expect(button?.y).toBeGreaterThan((header?.y ?? 0) + 45)
  expect(complaints).toEqual([])
  await context.close()
})

test('no button of the settings moves away under a finger as what stands above it comes', async () => {
  const session = await join(product.system)
  const { page, context } = await visit(product.browser, product.system.url, {
    viewport: { width: 390, height: 844 },
    storage: returning(session),
  })
  await page.goto('/settings?section=messages')
  await page.getByRole('button', { name: 'Protéger mes messages' }).waitFor()
  const shift = await shiftsOfPages(page)
  for (const [section, last] of [
    ['security', page.getByText('Tout va bien')],
    ['messages', page.getByText(/ · cet appareil$/u)],
    ['notifications', page.getByRole('switch', { name: /^J’aime/u }).first()],
  ] as const) {
    await page.goto(`/settings?section=${section}`)
    await last.waitFor()
    await untilAtRest(page)
    expect([section, (await shift()) < 0.05]).toEqual([section, true])
  }
  await context.close()
})
