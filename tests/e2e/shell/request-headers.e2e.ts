/** Every request to the services says with which key, in whose name and from which client it comes (spec §1, §7). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'

import { settingsFrom, writeStaticSite } from '@platform/server'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { startStaticHost } from '../../support/elsewhere/static-host.ts'
import { join, remembered } from '../../support/people.ts'
import { button, description, picture } from '../support/creator.ts'
import { paintedProduct } from '../support/product.ts'

const product = paintedProduct()

/** What anybody opens by its address, as an `img` does. */
const openToAnybody = /^\/storage\/v1\/(object|render\/image)\/public\//u

interface Sent {
  readonly path: string
  readonly bearer: string | undefined
}

/** Collects what is sent to the services, and what lacks one of the three headers. */
function watchRequests(page: Page): { sent: Sent[]; bare: string[] } {
  const sent: Sent[] = []
  const bare: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(auth|rest|storage|functions)\/v1\//u.test(pathname) || openToAnybody.test(pathname)) return
    const { apikey, authorization, 'x-client-info': client } = request.headers()
    sent.push({ path: pathname, bearer: authorization?.replace('Bearer ', '') })
    if (apikey !== product.system.anonKey || !authorization?.startsWith('Bearer ') || client !== 'Cortexia/1.0.0')
      bare.push(`${request.method()} ${pathname} ${JSON.stringify({ apikey, authorization, client })}`)
  })
  return { sent, bare }
}

test('of a visitor, who signs in: the public key is the bearer', async () => {
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  const { sent, bare } = watchRequests(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto('/auth')
  await page.getByLabel('E-mail ou téléphone').fill('personne@example.com')
  await page.getByLabel('Mot de passe', { exact: true }).fill('Secret-12345!')
  await button(page, 'Se connecter').click()
  await page.getByText('Identifiants incorrects').waitFor()
  for (const path of ['/rest/v1/feed_posts', '/auth/v1/settings', '/auth/v1/token'])
    expect(sent.find((request) => request.path === path)).toEqual({ path, bearer: product.system.anonKey })
  expect(bare).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('/auth/v1/token'))).toEqual([])
  await context.close()
})

test('of a member: the session’s token is the bearer, of functions and files too', async () => {
  const session = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  const { sent, bare } = watchRequests(page)
  await page.goto('/?modal=create')
  await description(page).fill('Un baobab')
  await page.getByRole('button', { name: 'Enhance Prompt' }).click()
  await page.getByRole('region', { name: 'Proposition de l’assistant' }).waitFor()
  const input = page.getByLabel('Décrire une image').and(page.locator('input'))
  await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(400, 300) })
  await page.getByText('Description proposée').waitFor()
  const files = sent.filter(({ path }) => path.startsWith('/storage/v1/object/'))
  expect(files).toHaveLength(1)
  expect(files[0]?.path).toMatch(
    new RegExp(String.raw`^/storage/v1/object/temp-images/${session.user.id}/\d{13}-[\da-f]{8}\.jpg$`, 'u'),
  )
  await page.getByRole('button', { name: /^Générer · / }).click()
  await page.getByRole('heading', { name: 'Image générée' }).waitFor()
  for (const path of ['/functions/v1/cortexia-intelligence', '/functions/v1/v0-generator'])
    expect(sent.find((request) => request.path === path)?.bearer).toBe(session.access_token)
  expect(new Set(sent.map(({ bearer }) => bearer))).toEqual(new Set([session.access_token]))
  expect(bare).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('from the app on a host of files elsewhere: the wires are asked where its settings say, and nothing is refused', async () => {
  const to = await mkdtemp(joinPath(tmpdir(), 'static-'))
  const root = joinPath(import.meta.dirname, '../../..')
  const settings = await settingsFrom(product.system.url)
  await writeStaticSite({ root, appFolder: joinPath(root, 'app/dist'), to, settings })
  await using host = await startStaticHost(to)
  const session = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, host.url, {
    viewport: desktop,
    storage: remembered(session),
  })
  const { sent, bare } = watchRequests(page)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto('/messages')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto('/account?section=security')
  await page
    .getByRole('button', { name: /^Se déconnecter/u })
    .first()
    .waitFor()
  expect(sent.length).toBeGreaterThan(2)
  expect(bare).toEqual([])
  expect([...asked].sort()).toEqual([host.url, product.system.url].sort())
  expect(await (await fetch(`${host.url}/api/version`)).json()).toMatchObject({ version: expect.any(String) as string })
  // The wires are of another origin there, as they should be.
  expect(complaints.filter((complaint) => !complaint.startsWith(`foreign: ${product.system.url}/`))).toEqual([])
  await context.close()
  await rm(to, { recursive: true })
})
