/** T17: what another app shares is offered in the create form, beside what is there, or it is said that it did not arrive. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, remembered, signOut } from '../../support/people.ts'
import { cachesOf } from '../support/app-builds.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()
let picture: string
beforeAll(async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b8432a' } })
    .png()
    .toBuffer()
  picture = png.toString('base64')
})

interface SharedFile {
  name: string
  base64?: string
  text?: string
  bytes?: number
}

/** As the system's share sheet does: a form that is sent, answered by a page. */
const share = (page: Page, files: readonly SharedFile[], text = '') =>
  page.evaluate(
    ([given, words]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
      const transfer = new DataTransfer()
      for (const { name, base64 = '', text: content, bytes = 0 } of given) {
        const body = content ?? Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
        transfer.items.add(new File([body, new Uint8Array(bytes)], name, { type: 'image/png' }))
      }
      input.files = transfer.files
      form.append(input, Object.assign(document.createElement('input'), { name: 'text', value: words }))
      document.body.append(form)
      form.submit()
    },
    [files, text] as const,
  )

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })
const filled = (page: Page) => page.getByRole('button', { name: /^Référence \d : / })

/** How many pictures the draft has that is kept on the device. */
const keptPictures = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cortexia.private')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const files = opening.result.transaction('files').objectStore('files')
    const asked = files.getAll() as IDBRequest<{ references?: { file: Blob | null }[] }[]>
    await new Promise((resolve) => asked.addEventListener('success', resolve))
    opening.result.close()
    return asked.result.flatMap(({ references = [] }) => references.filter(({ file }) => file)).length
  })

async function arrive(storage: Record<string, string>) {
  const visited = await visit(product.browser, product.system.url, { viewport: phone, storage, hasWorker: true })
  await visited.page.goto('/')
  const isKept = () => visited.page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isKept).toBe(true)
  return visited
}

test('three pictures and words go beside a draft; what cannot be used is told; nothing stays after sign-out', async () => {
  const { context, page } = await arrive(remembered(await join(product.system)))
  const three = [1, 2, 3].map((place) => ({ name: `${place}.png`, base64: picture }))
  await page.goto('/?modal=create')
  await prompt(page).fill('Mon brouillon')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Mon brouillon')
  await share(page, three, 'Un marché')
  await page.getByText('Utiliser les 3 images partagées ?').waitFor()
  expect(await prompt(page).inputValue()).toBe('Mon brouillon')
  expect(await filled(page).count()).toBe(0)
  expect(await (await startAxe()).violations(page, 'shared')).toEqual([])
  await page.getByRole('button', { name: 'Utiliser', exact: true }).click()
  await expect.poll(() => filled(page).count()).toBe(3)
  expect(await prompt(page).inputValue()).toBe('Mon brouillon\nUn marché')
  expect(new URL(page.url()).searchParams.get('shared')).toBeNull()
  await expect.poll(() => keptPictures(page)).toBe(3)

  const drawing = { name: 'a.png', text: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' }
  await share(page, [drawing, { name: 'b.png', base64: picture, bytes: 11_000_000 }])
  await page.getByText('Rien de ce partage ne peut servir ici.').waitFor()
  await page.getByText('2 fichiers n’ont pas été repris', { exact: false }).waitFor()
  await share(page, [...three, { name: '4.png', base64: picture }])
  await page.getByText('1 fichier n’a pas été repris', { exact: false }).waitFor()
  // The draft has its three: these wait until there is room.
  await expect.poll(() => page.getByRole('button', { name: 'Utiliser', exact: true }).isDisabled()).toBe(true)
  expect(await prompt(page).inputValue()).toBe('Mon brouillon\nUn marché')
  expect(Object.keys(await cachesOf(page))).toContain('cx-share')
  await signOut(page)
  await expect.poll(async () => Object.keys(await cachesOf(page))).not.toContain('cx-share')
  await context.close()
})

test('a visitor is led through sign-in with it; without a worker it is said that it did not arrive', async () => {
  const { context, page } = await arrive({ 'cortexia.visited': '1' })
  await share(page, [{ name: '1.png', base64: picture }])
  await page.waitForURL((url) => url.pathname === '/auth')
  const from = new URL(page.url()).searchParams.get('from') ?? ''
  expect(from).toMatch(/^\/\?modal=create&shared=[\da-f-]{36}$/u)
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key, value),
    Object.entries(remembered(await join(product.system)))[0]!,
  )
  await page.goto(from)
  await page.getByText('Utiliser l’image partagée ?').waitFor()
  await context.close()

  const bare = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(await join(product.system)),
  })
  await bare.page.goto('/')
  await share(bare.page, [{ name: '1.png', base64: picture }])
  await bare.page.getByText('Le partage n’est pas arrivé. Réessayez.').waitFor()
  await bare.page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  await bare.context.close()
})

test('a picture that the system opens with the installed app is offered like one that was shared', async () => {
  const { file_handlers: handlers } = (await (await fetch(`${product.system.url}/manifest.webmanifest`)).json()) as {
    file_handlers: { action: string; accept: object }[]
  }
  expect(handlers.map(({ action, accept }) => [action, Object.keys(accept)])).toEqual([
    ['/', ['image/png', 'image/jpeg', 'image/webp']],
  ])
  const { context, page } = await arrive(remembered(await join(product.system)))
  // What the system would do, and a window of its own.
  await page.addInitScript((base64) => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (query) => real(query === '(display-mode: standalone)' ? 'all' : query)
    let isOpened = sessionStorage.getItem('opened') !== null
    const getFile = async () => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
      return new File([bytes], 'a.png', { type: 'image/png' })
    }
    const setConsumer = (consumer: (launch: { files: object[] }) => void) => {
      consumer({ files: isOpened ? [] : [{ getFile }] })
      isOpened = true
      sessionStorage.setItem('opened', 'yes')
    }
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  }, picture)
  await page.goto('/')
  await page.getByText('Utiliser l’image partagée ?').waitFor()
  await context.close()
})
