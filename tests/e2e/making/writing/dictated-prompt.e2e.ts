/** A description said instead of written, where the browser can listen (C31). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone } from '../../../support/browser.ts'
import { button, description, isFocused, openForm } from '../../support/creator.ts'
import { startedProduct } from '../../support/product.ts'

const product = startedProduct()

/** What is heard comes from the browser's maker: here from whoever calls `say` and `fail` in the page. */
async function letListen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Listener extends EventTarget {
      lang = ''
      start() {
        const tell = (type: string, more: object) => this.dispatchEvent(Object.assign(new Event(type), more))
        Object.assign(globalThis, {
          heardIn: this.lang,
          say: (words: string) => tell('result', { results: [[{ transcript: words }]] }),
          fail: (error: string) => [tell('error', { error }), this.stop()],
        })
      }
      stop() {
        this.dispatchEvent(new Event('end'))
      }
    }
    Object.assign(globalThis, { SpeechRecognition: Listener })
  })
  await page.reload()
  await description(page).waitFor()
}

const tell = (page: Page, what: 'say' | 'fail', words: string) =>
  page.evaluate(([name, text]) => (globalThis as unknown as Record<string, (text: string) => void>)[name]?.(text), [
    what,
    words,
  ] as const)

test('words come as they are heard, behind what is written, and can be taken back', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system, { viewport: phone })
  await letListen(page)
  await description(page).fill('Une pirogue')
  await button(page, 'Dicter').click()
  await tell(page, 'say', 'sur')
  await expect.poll(() => description(page).inputValue()).toBe('Une pirogue sur')
  await tell(page, 'say', 'sur la lagune')
  await expect.poll(() => description(page).inputValue()).toBe('Une pirogue sur la lagune')
  expect(await page.evaluate(() => (globalThis as unknown as { heardIn: string }).heardIn)).toBe('fr-FR')
  await button(page, 'Arrêter la dictée').click()
  await description(page).press('End')
  await description(page).pressSequentially(', le soir')
  await button(page, 'Annuler').click()
  expect(await description(page).inputValue()).toBe('Une pirogue, le soir')
  expect(complaints).toEqual([])
  await context.close()
})

test('a microphone that is denied leads to the keyboard, in one sentence', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await letListen(page)
  await button(page, 'Dicter').click()
  await tell(page, 'fail', 'not-allowed')
  await page.getByText('Le micro est refusé : écrivez votre description au clavier.').waitFor()
  expect(await isFocused(description(page))).toBe(true)
  await button(page, 'Dicter').waitFor()
  await context.close()
})

test('where the browser cannot listen there is no such tool', async () => {
  const { context, page } = await openForm(product.browser, product.system, { viewport: phone })
  await page.addInitScript(() =>
    Object.assign(globalThis, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  )
  await page.reload()
  await description(page).waitFor()
  expect(await button(page, 'Dicter').count()).toBe(0)
  await context.close()
})
