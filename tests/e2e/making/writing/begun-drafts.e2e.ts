/** What was begun and not ordered (F37) follows its person from device to device, and one gives way to another unharmed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../../support/browser.ts'
import { join, returning } from '../../../support/people.ts'
import { untilAtRest } from '../../support/at-rest.ts'
import { button, choose, description, generate, picture, showsNobody, slot } from '../../support/creator.ts'
import { startedProduct } from '../../support/product.ts'
import { serviceOf } from '../../support/published-posts.ts'

const product = startedProduct({ IMAGE_ENGINE: 'builtin' })

/** Two devices of one person, each in front of the form. */
async function twoDevices() {
  const session = await join(product.system)
  const open = async (viewport: typeof phone) => {
    const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
    await openForm(visited.page)
    return visited
  }
  const service = serviceOf(product.system)
  const saved = async () => {
    const { data } = await service.from('create_drafts').select('draft').eq('user_id', session.user.id)
    return (data ?? []).map(({ draft }) => (draft as { prompt: string }).prompt).toSorted()
  }
  return { first: await open(desktop), second: await open(phone), saved }
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/?modal=create')
  await description(page).waitFor()
}

const begun = (page: Page) =>
  page.getByRole('dialog', { name: 'Historique' }).getByRole('region', { name: 'À reprendre' })

async function resume(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: /^Historique, \d à reprendre$/u }).click()
  await begun(page)
    .getByRole('button', { name: new RegExp(`^${words}`, 'u') })
    .click()
  await expect.poll(() => description(page).inputValue()).toBe(words)
}

test('what one device began another goes on with, and what is ordered there is over here', async () => {
  const { first, second, saved } = await twoDevices()
  await description(first.page).fill('Une pirogue sur la lagune')
  await first.page.getByRole('radio', { name: '4:5' }).click()
  await expect.poll(saved).toEqual(['Une pirogue sur la lagune'])

  await openForm(second.page)
  await resume(second.page, 'Une pirogue sur la lagune')
  expect(await second.page.getByRole('radio', { name: '4:5' }).isChecked()).toBe(true)
  await description(second.page).fill('Une pirogue sur la lagune, au lever du soleil')
  await expect.poll(saved).toEqual(['Une pirogue sur la lagune, au lever du soleil'])

  await openForm(first.page)
  await expect.poll(() => description(first.page).inputValue()).toBe('Une pirogue sur la lagune, au lever du soleil')

  await generate(second.page).click()
  await expect.poll(saved).toEqual([])
  await openForm(first.page)
  await expect.poll(() => description(first.page).inputValue()).toBe('')
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('both stay where both devices went on', async () => {
  const { first, second, saved } = await twoDevices()
  await description(first.page).fill('Un tisserand')
  await expect.poll(saved).toEqual(['Un tisserand'])
  await openForm(second.page)
  await resume(second.page, 'Un tisserand')

  await first.context.setOffline(true)
  await description(first.page).fill('Un tisserand à Korhogo')
  await description(second.page).fill('Un tisserand à Bouaké')
  await expect.poll(saved).toEqual(['Un tisserand à Bouaké'])
  await first.page.close()
  await first.context.setOffline(false)
  const again = await first.context.newPage()
  await openForm(again)
  expect(await description(again).inputValue()).toBe('Un tisserand à Korhogo')
  await expect.poll(saved).toEqual(['Un tisserand à Bouaké', 'Un tisserand à Korhogo'])
  await first.context.close()
  await second.context.close()
})

test('one is put aside for another with its picture, comes back with it, and is erased until it is taken back', async () => {
  const { first, second, saved } = await twoDevices()
  const { page } = second
  await description(page).fill('Le portrait d’Awa')
  await choose(page, await picture(640, 640))
  await showsNobody(page)
  await description(first.page).fill('Un marché de nuit')
  await expect.poll(saved).toEqual(['Le portrait d’Awa', 'Un marché de nuit'])

  await page.reload()
  await description(page).waitFor()
  await resume(page, 'Un marché de nuit')
  await slot(page, 1).waitFor({ state: 'detached' })
  await resume(page, 'Le portrait d’Awa')
  await slot(page, 1).waitFor()

  await openForm(first.page)
  await first.page.getByRole('button', { name: 'Historique, 1 à reprendre' }).click()
  await begun(first.page).getByText('avec 1 image').waitFor()
  await button(begun(first.page), 'Effacer « Le portrait d’Awa »').click()
  await begun(first.page).waitFor({ state: 'detached' })
  await button(first.page.getByRole('dialog', { name: 'Historique' }), 'Annuler').click()
  await begun(first.page).waitFor()
  await expect.poll(saved).toEqual(['Le portrait d’Awa', 'Un marché de nuit'])
  await button(begun(first.page), 'Effacer « Le portrait d’Awa »').click()
  await expect.poll(saved).toEqual(['Un marché de nuit'])
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('closed and opened again, without a reload, the form has what was written last', async () => {
  const { first, second, saved } = await twoDevices()
  const { page } = first
  await description(page).fill('Un griot')
  await expect.poll(saved).toEqual(['Un griot'])
  await description(page).fill('Un griot et sa kora')
  await expect.poll(saved).toEqual(['Un griot et sa kora'])
  await page.keyboard.press('Escape')
  await description(page).waitFor({ state: 'detached' })
  const asked: string[] = []
  page.on('response', (response) => asked.push(response.url()))
  await page.getByRole('button', { name: 'Créer une image' }).first().click()
  await description(page).waitFor()
  await expect.poll(() => asked.filter((url) => url.includes('/create_drafts?')).length).toBeGreaterThan(0)
  await untilAtRest(page)
  expect(await description(page).inputValue()).toBe('Un griot et sa kora')
  expect(await saved()).toEqual(['Un griot et sa kora'])
  await first.context.close()
  await second.context.close()
})
