/** How somebody who looks elsewhere is told of an order: by the tab, by a sound, and later by what errors have said. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { description, generate, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

const endings: [told: string, prepare: () => void][] = [
  ['✓ Image prête', () => undefined],
  ['Erreur de génération', () => product.painter.failOnce()],
]

test.each(endings)('the tab says that it is being made, then « %s », until one looks again', async (told, prepare) => {
  const { context, page } = await openForm(product.browser, product.system)
  const own = await page.title()
  product.painter.hold()
  prepare()
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).click()
  await page.getByRole('progressbar', { name: 'Génération en cours...' }).waitFor()
  expect(await page.title()).toBe(own)
  await hide(page, true)
  await expect.poll(() => page.title()).toBe(`Génération en cours... · ${own}`)
  product.painter.release()
  await expect.poll(() => page.title()).toBe(`${told} · ${own}`)
  await hide(page, false)
  expect(await page.title()).toBe(own)
  await context.close()
})

test('who wants it hears that an image is ready, and once the setting is chosen how that sounds', async () => {
  const storage = returning(await join(product.system))
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop, storage })
  await page.addInitScript(noteSounds)
  await page.goto('/account?section=notifications')
  const wish = page.getByRole('switch', { name: 'Un son quand une image est prête' })
  await wish.check({ force: true })
  await expect.poll(() => page.evaluate(sounds)).toEqual(['closed'])

  await page.goto('/?modal=create')
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  await expect.poll(() => page.evaluate(sounds)).toEqual(['closed'])

  await page.goto('/account?section=notifications')
  expect(await wish.isChecked()).toBe(true)
  await wish.uncheck({ force: true })
  expect(await page.evaluate(sounds)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('what an error said is read after its toast has gone, over what is open, and can be copied', async () => {
  const { context, page } = await openForm(product.browser, product.system)
  const journal = page.getByRole('dialog', { name: 'Ce qui n’a pas marché' })
  await page.keyboard.press('Alt+t')
  await journal.getByText('Rien à signaler').waitFor()
  await page.keyboard.press('Escape')
  await journal.waitFor({ state: 'detached' })

  product.painter.failOnce()
  await description(page).fill('Une étoile sur la lagune')
  await generate(page).click()
  const told = page.getByRole('alert').filter({ hasText: 'Erreur de génération' })
  await told.waitFor()
  await page.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await description(page).focus()
  await page.keyboard.press('Alt+t')
  await journal.getByRole('listitem').filter({ hasText: 'Erreur de génération' }).waitFor()
  await journal.getByRole('button', { name: 'Copier la liste' }).click()
  await journal.getByText('Liste copiée').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Erreur de génération')
  await page.keyboard.press('Escape')
  await journal.waitFor({ state: 'detached' })
  expect(await description(page).isVisible()).toBe(true)
  await context.close()
})

/** Keeps what the page plays with: whether it is played is the browser's own to say. */
function noteSounds(): void {
  const made: AudioContext[] = []
  const Known = window.AudioContext
  Object.assign(window, {
    made,
    AudioContext: class extends Known {
      constructor() {
        super()
        made.push(this)
      }
    },
  })
}

/** The state of each: `closed` once its last note has ended. */
const sounds = () => (window as typeof window & { made: AudioContext[] }).made.map(({ state }) => state)

/** As the browser says it when another tab comes before this one. */
function hide(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
