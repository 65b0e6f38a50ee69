/** The size, the weight and the words of a picture that is saved. */
import { readFile } from 'node:fs/promises'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { button, description, generate, openForm } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

test('before it is saved, a picture has its size chosen, its weight told, and its prompt written in if one wants', async () => {
  const { context, page, complaints } = await openForm(product.browser, product.system)
  await description(page).fill('Un <masque> & deux pirogues')
  await generate(page).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  const chooser = page.getByRole('dialog', { name: 'Télécharger l’image' })
  const size = (name: string) => chooser.getByRole('radio', { name })
  const save = async (prepare: () => Promise<unknown>) => {
    await button(page, 'Télécharger').first().click()
    await page.getByRole('menuitem', { name: 'Choisir la taille…' }).click()
    await size('Originale').and(page.locator(':checked')).waitFor()
    await prepare()
    const saved = page.waitForEvent('download')
    await chooser.getByRole('button', { name: 'Télécharger' }).click()
    await chooser.waitFor({ state: 'detached' })
    const bytes = await readFile(await (await saved).path())
    return { bytes, ...(await sharp(bytes, { failOn: 'warning' }).metadata()) }
  }
  const made = 'digitalsourcetype/'
  const prompt = 'AIPromptInformation>Un &lt;masque&gt; &amp; deux pirogues<'

  const original = await save(async () => expect(await chooser.getByRole('switch').isChecked()).toBe(false))
  expect(original.format).toBe('webp')
  expect(original.xmpAsString).toContain(made)
  expect(original.xmpAsString).not.toContain('masque')
  const told = await save(() => chooser.getByRole('switch', { name: 'Prompt dans le fichier' }).check())
  expect(told.xmpAsString).toContain(made)
  expect(told.xmpAsString).toContain(prompt)
  const [before, after] = await Promise.all([original, told].map(({ bytes }) => sharp(bytes).raw().toBuffer()))
  expect(after?.equals(before ?? Buffer.of())).toBe(true)

  for (const [label, format] of [
    ['WEBP', 'webp'],
    ['JPG', 'jpeg'],
    ['PNG', 'png'],
  ] as const) {
    let weight: string | null = ''
    const small = await save(async () => {
      await chooser.getByText(label, { exact: true }).click()
      await size('512 px').check()
      const row = chooser.locator('label', { hasText: '512 px' })
      await row.getByText(/Ko$/u).waitFor()
      weight = await row.getByText(/Ko$/u).textContent()
    })
    expect(small).toMatchObject({ format, width: 512, height: 512 })
    expect(small.xmpAsString).toContain(made)
    expect(weight).toBe(`${Math.round(small.bytes.length / 1000)}\u00A0Ko`)
  }
  expect(complaints).toEqual([])
  await context.close()
})
