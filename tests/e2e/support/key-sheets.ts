/** The sheets in which somebody makes the keys of their messages and keeps the recovery key. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const settings = '/settings?section=messages'

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The settings say that this device has the keys, and that they are kept. */
export const isReady = (page: Page): Promise<void> =>
  page.getByText('Vos messages sont chiffrés de bout en bout, et une clé').waitFor()

let copying: Promise<unknown> = Promise.resolve()
/** One after the other: all pages of a browser share its clipboard. */
function expectCopy(page: Page, key: string): Promise<void> {
  const turn = copying.then(async () => {
    await press(page, 'Copier')
    return expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  })
  copying = turn.catch(() => undefined)
  return turn
}

/** From the sheet with the key to the end of set-up; answers the key. */
export async function keepKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Clé de récupération' })
  await dialog.getByRole('listitem').nth(7).waitFor()
  const groups = await dialog.getByRole('listitem').locator('code').allTextContents()
  expect(groups).toHaveLength(8)
  await expectCopy(page, groups.join('-'))
  await press(page, 'Continuer')
  await page.getByText('Saisissez les groupes 3 et 7 pour vérifier.').waitFor()
  await page.getByLabel('Groupe 3').fill('0000')
  await page.getByLabel('Groupe 7').fill(groups[6] ?? '')
  await press(page, 'Vérifier')
  await page.getByText('Le groupe 3 n’est pas celui de votre clé.').waitFor()
  await page.getByLabel('Groupe 3').fill((groups[2] ?? '').toLowerCase())
  await press(page, 'Vérifier')
  await page.getByText('C’est prêt').waitFor()
  await press(page, 'Terminer')
  return groups.join('-')
}

export async function setUp(page: Page): Promise<string> {
  await page.goto(settings)
  await press(page, 'Protéger mes messages')
  await press(page, 'Utiliser une clé de récupération')
  return keepKey(page)
}

/** As if the device's camera saw this picture, from the next time that a page asks for it. */
export async function holdBeforeCamera(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const draw = () => {
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      requestAnimationFrame(draw)
    }
    draw()
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream())
  }, picture.toString('base64'))
}
