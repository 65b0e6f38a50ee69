/** The official client, unmodified, on a page of ours, and a security key that the browser believes in (WIRE §1.6). */
import { readFile } from 'node:fs/promises'

import type { createClient, SupabaseClient } from '@supabase/supabase-js'
import type { CDPSession } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { newAddress, password } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

/** What the page's scripts see. */
declare const window: { supabase: { createClient: typeof createClient }; client: SupabaseClient }

const product = startedProduct()

const library = new URL('../../../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url)

/** A page of ours with a client of its own, somebody who is signed in, and a device that holds keys. */
async function deviceOf(kind: 'internal' | 'usb') {
  // A relying party has a name, which an address is not.
  const url = product.system.url.replace('127.0.0.1', 'localhost')
  const { context, page } = await visit(product.browser, url, { viewport: desktop })
  await page.addInitScript(`${await readFile(library, 'utf8')}\nwindow.supabase = supabase`)
  await page.goto('/')
  const keys = await context.newCDPSession(page)
  await keys.send('WebAuthn.enable')
  const { authenticatorId } = await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: kind,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const email = newAddress()
  await page.evaluate(
    async ({ anonKey, ...credentials }) => {
      const auth = { storageKey: 'e2e', detectSessionInUrl: false }
      window.client = window.supabase.createClient(location.origin, anonKey, { auth })
      const { error } = await window.client.auth.signUp(credentials)
      if (error) throw error
    },
    { anonKey: product.system.anonKey, email, password },
  )
  return { context, page, keys, authenticatorId, email }
}

const countsOf = async (keys: CDPSession, authenticatorId: string) =>
  (await keys.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ signCount }) => signCount)

test('a passkey is made on the device, signs in without a name, and is refused once it is removed', async () => {
  const { context, page, keys, authenticatorId, email } = await deviceOf('internal')
  const made = await page.evaluate(() => window.client.auth.registerPasskey())
  expect(made.error).toBeNull()
  expect(made.data).toMatchObject({ friendly_name: 'Passkey' })
  expect(await countsOf(keys, authenticatorId)).toHaveLength(1)

  const signedIn = await page.evaluate(async () => {
    await window.client.auth.signOut()
    const { data, error } = await window.client.auth.signInWithPasskey()
    const claims = await window.client.auth.getClaims()
    return { email: data?.user?.email, error, amr: claims.data?.claims.amr, aal: claims.data?.claims.aal }
  })
  expect(signedIn).toMatchObject({ email, error: null, amr: [{ method: 'passkey' }], aal: 'aal1' })

  const second = await page.evaluate(async () => {
    const { error } = await window.client.auth.registerPasskey()
    return { name: error?.name, code: error?.code }
  })
  expect(second.code).toBe('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')

  const removed = await page.evaluate(async () => {
    const { data } = await window.client.auth.passkey.list()
    for (const { id } of data ?? []) await window.client.auth.passkey.delete({ passkeyId: id })
    await window.client.auth.signOut()
    const { error } = await window.client.auth.signInWithPasskey()
    return { count: data?.length, code: error?.code }
  })
  expect(removed).toEqual({ count: 1, code: 'webauthn_verification_failed' })
  await context.close()
})

test('a device that does not know who holds it makes no passkey', async () => {
  const { context, page, keys, authenticatorId } = await deviceOf('internal')
  await keys.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const { code } = await page.evaluate(async () => {
    const { error } = await window.client.auth.registerPasskey()
    return { code: error?.code }
  })
  expect(code).toBeDefined()
  expect(await page.evaluate(async () => (await window.client.auth.passkey.list()).data)).toEqual([])
  await context.close()
})

test('a security key becomes a second factor, and lifts the next session', async () => {
  const { context, page, keys, authenticatorId, email } = await deviceOf('usb')
  const enrolled = await page.evaluate(async () => {
    const { data, error } = await window.client.auth.mfa.webauthn.register({ friendlyName: 'Clé' })
    return { error, factors: data?.user.factors }
  })
  expect(enrolled.error).toBeNull()
  expect(enrolled.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified', friendly_name: 'Clé' }])

  const levels = await page.evaluate(
    async (credentials) => {
      const { auth } = window.client
      const level = async () => (await auth.mfa.getAuthenticatorAssuranceLevel()).data!
      await auth.signOut()
      const { data } = await auth.signInWithPassword(credentials)
      const before = await level()
      const factorId = data.user!.factors![0]!.id
      const { error } = await auth.mfa.webauthn.authenticate({ factorId })
      return { before, after: await level(), error }
    },
    { email, password },
  )
  expect(levels).toMatchObject({
    before: { currentLevel: 'aal1', nextLevel: 'aal2' },
    after: { currentLevel: 'aal2', currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }] },
    error: null,
  })
  const [count] = await countsOf(keys, authenticatorId)
  expect(count).toBeGreaterThan(1)
  await context.close()
})
