/** Styles with pictures (C19) and words kept under a name (C20), in the form's own description. */
import { expect, test } from 'vitest'

import { button, description, openForm, chooseTool } from '../../support/creator.ts'
import { startedProduct } from '../../support/product.ts'

const product = startedProduct({ IMAGE_ENGINE: 'builtin' })

test('a style is one touch: its words join the description, take another’s place, and go', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await description(page).fill('Une pirogue sur la lagune')
  const choose = async (name: string) => {
    await button(page, 'Styles').click()
    await page.getByRole('dialog', { name: 'Styles' }).getByRole('button', { name, exact: true }).click()
  }
  await choose('Aquarelle')
  expect(await description(page).inputValue()).toBe('Une pirogue sur la lagune, aquarelle')
  await choose('Mosaïque')
  expect(await description(page).inputValue()).toBe('Une pirogue sur la lagune, mosaïque')
  await button(page, 'Styles').click()
  const pressed = page.getByRole('dialog', { name: 'Styles' }).getByRole('button', { pressed: true })
  expect(await pressed.innerText()).toBe('Mosaïque')
  await pressed.click()
  expect(await description(page).inputValue()).toBe('Une pirogue sur la lagune')
  expect(complaints).toEqual([])
  await context.close()
})

test('words are kept under a name, come back with #, by keys and by touch, and a name is given once', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await description(page).fill('Awa, 30 ans, tresses, boubou indigo')
  await chooseTool(page, 'Mots gardés')
  const keep = page.getByRole('dialog', { name: 'Garder des mots' })
  await page.getByRole('button', { name: 'Garder des mots' }).click()
  expect(await keep.getByLabel('Mots', { exact: true }).inputValue()).toBe('Awa, 30 ans, tresses, boubou indigo')
  await keep.getByLabel('Nom').fill('deux-mots')
  await keep.getByRole('button', { name: 'Garder', exact: true }).click()
  await keep.getByText('Un nom sans espace : lettres, chiffres et _, 30 au plus.').waitFor()
  await keep.getByLabel('Nom').fill('#Awa')
  await keep.getByRole('button', { name: 'Garder', exact: true }).click()

  const list = page.getByRole('dialog', { name: 'Mots gardés' })
  await list.getByRole('button', { name: 'Ajouter #awa : Awa, 30 ans, tresses, boubou indigo' }).waitFor()
  await list.getByRole('button', { name: 'Garder des mots' }).click()
  await keep.getByLabel('Nom').fill('awa')
  await keep.getByRole('button', { name: 'Garder', exact: true }).click()
  await keep.getByText('Vous avez déjà ce nom.').waitFor()
  await keep.getByRole('button', { name: 'Annuler' }).click()
  await list.getByRole('button', { name: 'Fermer' }).click()

  await description(page).fill('')
  await description(page).pressSequentially('Portrait de #a')
  const options = page.getByRole('listbox', { name: 'Mots gardés qui commencent ainsi' })
  await options.getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  expect(await description(page).inputValue()).toBe('Portrait de Awa, 30 ans, tresses, boubou indigo')
  await page.keyboard.type(' au marché')
  expect(await description(page).inputValue()).toBe('Portrait de Awa, 30 ans, tresses, boubou indigo au marché')

  await description(page).fill('Au port')
  await chooseTool(page, 'Mots gardés')
  await list.getByRole('button', { name: /^Ajouter #awa/u }).click()
  expect(await description(page).inputValue()).toBe('Au port, Awa, 30 ans, tresses, boubou indigo')

  await chooseTool(page, 'Mots gardés')
  await list.getByRole('button', { name: 'Supprimer #awa' }).click()
  await list.getByText('Un personnage, un décor qui revient ?').waitFor()
  await list.getByRole('button', { name: 'Annuler' }).click()
  await list.getByRole('button', { name: /^Ajouter #awa/u }).waitFor()
  expect(complaints).toEqual([expect.stringMatching(/409 \(Conflict\) .*save_prompt_snippet$/u)])
  await context.close()
})
