/** The keys of one's messages in real browsers: made, found again elsewhere, lost, compared (E2EE §4–6). */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { holdBeforeCamera, isReady, keepKey, press, settings, setUp } from '../support/key-sheets.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

async function device(session: Session, viewport: typeof desktop, url = product.system.url) {
  const visited = await visit(product.browser, url, { viewport, storage: remembered(session) })
  return visited
}

test('keys are made and kept, opened on a new device by the key, and changed', async () => {
  const session = await join(product.system)
  const first = await device(session, phone)
  const key = await setUp(first.page)
  await isReady(first.page)

  const second = await device(session, desktop)
  await second.page.goto(settings)
  await press(second.page, 'Retrouver mes messages')
  const field = second.page.getByRole('textbox', { name: 'Clé de récupération' })
  await field.fill(key.slice(0, -1))
  await press(second.page, 'Ouvrir')
  await second.page.getByText('Cette clé est incomplète ou contient une faute de frappe.').waitFor()
  await field.fill(key.toLowerCase().replaceAll('-', ' '))
  await press(second.page, 'Ouvrir')
  await second.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  await isReady(second.page)
  await second.page.getByText(/· cet appareil$/).waitFor()

  // Until the new key is checked the old one opens everything; then it opens nothing.
  await press(second.page, 'Changer la clé de récupération')
  await second.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(second.page, 'Continuer')
  const next = await keepKey(second.page)
  expect(next).not.toBe(key)
  const third = await device(session, desktop)
  await third.page.goto(settings)
  await press(third.page, 'Retrouver mes messages')
  await third.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(third.page, 'Ouvrir')
  await third.page.getByText('Ce n’est pas le bon moyen pour ces messages.').waitFor()
  await third.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(next)
  await press(third.page, 'Ouvrir')
  await isReady(third.page)
  for (const { complaints, context } of [first, second, third]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('two people compare their safety number; after a total loss it is another, and is said to be', async () => {
  const [awa, kossi] = await Promise.all([join(product.system), join(product.system)])
  const [mine, theirs] = await Promise.all([device(awa, desktop), device(kossi, phone)])
  const [key] = await Promise.all([setUp(mine.page), setUp(theirs.page)])
  const compare = async (page: Page, other: Session) => {
    await page.goto(`/?modal=safety-number&user=${other.user.id}`)
    const numbers = page.getByRole('list', { name: 'Code de sécurité, 12 groupes de 5 chiffres' }).getByRole('listitem')
    await numbers.nth(11).waitFor()
    return (await numbers.allTextContents()).join(' ')
  }
  const number = await compare(mine.page, kossi)
  expect(number).toMatch(/^(?:\d{5} ){11}\d{5}$/)
  expect(await compare(theirs.page, awa)).toBe(number)
  await press(mine.page, 'Marquer comme vérifié')
  await mine.page.getByText('Vérifié : vous avez comparé ce code.').waitFor()
  const shown = (page: Page) => page.getByRole('img', { name: /^Code QR du code de sécurité/ }).screenshot()
  await holdBeforeCamera(theirs.page, await shown(mine.page))
  await press(theirs.page, 'Scanner son code')
  await theirs.page.getByText('Vérifié : vous avez comparé ce code.').waitFor()

  // What was compared on one device need not be compared on the next; the server holds it sealed.
  const held = async () => {
    const { data } = await serviceOf(product.system)
      .from('user_key_backups')
      .select('pins')
      .eq('user_id', awa.user.id)
      .single()
    return data?.['pins'] as string | null
  }
  await expect.poll(held).toEqual(expect.any(String))
  expect(await held()).not.toContain(kossi.user.id)
  const next = await device(awa, phone)
  await next.page.goto('/?modal=message-keys')
  await next.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(next.page, 'Ouvrir')
  await next.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  expect(await compare(next.page, kossi)).toBe(number)
  await next.page.getByText('Vérifié : vous avez comparé ce code.').waitFor()

  // Nothing opens Kossi's keys any more.
  const lost = await device(kossi, desktop)
  await lost.page.goto('/?modal=message-keys')
  await press(lost.page, 'Je n’ai plus aucun de ces moyens')
  await lost.page.getByText('Vos anciens messages restent illisibles').waitFor()
  await lost.page.getByLabel('Saisissez EFFACER pour confirmer').fill('effacer')
  await press(lost.page, 'Effacer et recommencer')
  await lost.page.getByText('Saisissez EFFACER, en majuscules.').waitFor()
  await lost.page.getByLabel('Saisissez EFFACER pour confirmer').fill('EFFACER')
  await press(lost.page, 'Effacer et recommencer')
  await keepKey(lost.page)

  expect(await compare(mine.page, kossi)).not.toBe(number)
  await mine.page.getByText(/^Le code de sécurité d(?:e |’).+ a changé\.$/).waitFor()
  await press(mine.page, 'Marquer comme vérifié')
  await mine.page.getByText('Vérifié : vous avez comparé ce code.').waitFor()
  // The device that was left behind says so, instead of going on with keys nobody takes.
  await theirs.page.goto('/?modal=message-keys')
  await theirs.page.getByText('La clé publiée sous votre nom n’est pas celle de cet appareil.').waitFor()
  for (const { complaints, context } of [mine, next, theirs, lost]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a device that scans another’s code opens the messages, as a passphrase does; one that is lost no longer does', async () => {
  const session = await join(product.system)
  const first = await device(session, desktop)
  const key = await setUp(first.page)
  const openWith = async (act: string) => {
    await first.page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
    await press(first.page, act)
  }

  // A code, four words that are the same on both, and the keys go over.
  await press(first.page, 'Relier un appareil')
  const code = await first.page.getByRole('img', { name: 'Code QR à scanner avec le nouvel appareil' }).screenshot()
  const second = await device(session, phone)
  await second.page.goto('/?modal=message-keys')
  await press(second.page, 'QR depuis un autre appareil')
  await second.page.getByText('Aucune caméra ici.').waitFor()
  const picture = { name: 'code.png', mimeType: 'image/png' }
  await second.page.getByLabel('Choisir une photo du code').setInputFiles({ ...picture, buffer: code })
  const words = async ({ page }: { page: Page }) => {
    const list = page.getByRole('list', { name: 'Quatre mots à comparer' }).getByRole('listitem')
    await list.nth(3).waitFor()
    return list.allTextContents()
  }
  expect(await words(second)).toEqual(await words(first))
  await press(first.page, 'Ce sont les mêmes')
  await openWith('Continuer')
  await first.page.getByText('Le nouvel appareil a reçu vos clés.').waitFor()
  await second.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  await press(first.page, 'Terminer')

  await press(first.page, 'Ajouter une phrase secrète')
  const phrase = 'lagune piment tambour fenêtre orage'
  await first.page.getByLabel('Nouvelle phrase secrète').fill('mon mot de passe')
  await press(first.page, 'Continuer')
  await first.page.getByText('Il faut au moins cinq mots différents').waitFor()
  await first.page.getByLabel('Nouvelle phrase secrète').fill(phrase)
  await first.page.getByLabel('La même, une seconde fois').fill(` ${phrase}`)
  await press(first.page, 'Continuer')
  await openWith('Continuer')
  await first.page.getByText('Une phrase secrète ouvre vos messages').waitFor()
  const third = await device(session, desktop)
  await third.page.goto('/?modal=message-keys')
  await third.page.getByRole('radio', { name: 'Phrase secrète' }).check()
  await third.page.getByRole('textbox', { name: 'Phrase secrète' }).fill(phrase)
  await press(third.page, 'Ouvrir')
  await third.page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()

  // The third is lost: it leaves the list, and what is published is newer than what it has.
  await first.page.goto(settings)
  const devices = first.page.getByRole('region', { name: 'Appareils' }).getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(3)
  await first.page
    .getByRole('button', { name: /^Retirer .+ de la liste$/ })
    .first()
    .click()
  await expect.poll(() => devices.count()).toBe(2)
  await press(first.page, 'Renouveler : Appareil perdu')
  await openWith('Continuer')
  await first.page.getByText('Vos clés sont renouvelées', { exact: true }).first().waitFor()
  await isReady(first.page)
  await third.page.goto(settings)
  await third.page.getByText('Cet appareil n’a pas encore vos clés.').waitFor()
  for (const { complaints, context } of [first, second, third]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a browser that was closed between saving its keys and publishing them is in nobody’s way', async () => {
  const session = await join(product.system)
  const first = await device(session, phone)
  const isHeld = Promise.withResolvers<void>()
  await first.page.route('**/rest/v1/user_public_keys*', async (route) => {
    if (route.request().method() === 'POST') isHeld.resolve()
    else await route.continue()
  })
  await first.page.goto('/')
  await isHeld.promise
  await first.context.close()

  const { context, page, complaints } = await device(session, phone)
  await setUp(page)
  await isReady(page)
  const { data } = await serviceOf(product.system)
    .from('user_public_keys')
    .select('signature')
    .eq('user_id', session.user.id)
  expect(data).toEqual([{ signature: expect.any(String) as string }])
  expect(complaints).toEqual([])
  await context.close()
})

test('a session that is ended from elsewhere takes the keys of messages with it', async () => {
  const session = await join(product.system)
  const { context, page } = await device(session, phone)
  await setUp(page)
  await isReady(page)
  const keysHere = () =>
    page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name)
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('account').objectStore('account').count()
            counting.addEventListener('success', () => {
              opening.result.close()
              resolve(counting.result)
            })
          })
        }),
      `cortexia-keys/${session.user.id}`,
    )
  expect(await keysHere()).toBe(1)
  const authorization = `Bearer ${session.access_token}`
  const headers = { apikey: product.system.anonKey, authorization }
  const ended = await fetch(`${product.system.url}/auth/v1/logout?scope=global`, { method: 'POST', headers })
  expect(ended.status).toBe(204)
  // An hour later.
  await page.evaluate((key) => {
    const held = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...held, expires_at: 1 }))
  }, sessionKey)
  await page.reload()
  await page.waitForURL((url) => url.pathname === '/auth')
  await expect.poll(keysHere).toBe(0)
  await context.close()
})

test('a key that an old client left in the browser is saved with the others, and taken out of it', async () => {
  const session = await join(product.system)
  const { context, page, complaints } = await device(session, desktop)
  const key = await setUp(page)
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  const old = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
  const entry = `privateKey_${session.user.id}`
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [entry, old])
  await press(page, 'Importer : Ancienne clé')
  await page.getByText('Une ancienne clé attendait dans ce navigateur.').waitFor()
  const field = page.getByLabel('Ancienne clé privée')
  await field.fill(old.slice(0, -40))
  await press(page, 'Continuer')
  await page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(page, 'Continuer')
  await page.getByText('Ce n’est pas une clé privée RSA entière').waitFor()
  await press(page, 'Annuler')
  await press(page, 'Importer : Ancienne clé')
  await press(page, 'Continuer')
  await page.getByRole('textbox', { name: 'Clé de récupération' }).fill(key)
  await press(page, 'Continuer')
  await page.getByText('L’ancienne clé est sauvegardée avec les vôtres').waitFor()
  expect(await page.evaluate((name) => localStorage.getItem(name), entry)).toBeNull()
  await isReady(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('a passkey that gives a secret opens the messages on another device', async () => {
  const session = await join(product.system)
  // A relying party has a name, which an address is not.
  const { context, page, complaints } = await device(
    session,
    desktop,
    product.system.url.replace('127.0.0.1', 'localhost'),
  )
  const inspector = await context.newCDPSession(page)
  await inspector.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await inspector.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasPrf: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await page.goto('/?modal=message-keys')
  await press(page, 'Protéger avec une clé d’accès')
  await page.getByText('Votre clé d’accès ouvre déjà vos messages.').waitFor()
  await press(page, 'Fermer')
  await page.goto(settings)
  await isReady(page)
  await page.getByText('Une clé d’accès ouvre vos messages').waitFor()
  // As on a device whose browser threw everything away, but for the session.
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })
  await page.goto('/?modal=message-keys')
  await page.getByRole('radio', { name: 'Clé d’accès' }).check()
  await press(page, 'Ouvrir')
  await page.getByText('Vos messages sont de retour sur cet appareil.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
