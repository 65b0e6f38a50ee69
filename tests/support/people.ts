import { createClient, type Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'

export const password = 'Lagune-Ébrié-2026'

let count = 0

/** A new address at each call. */
export function newAddress(): string {
  count += 1
  return `personne${count}.${Date.now()}@example.com`
}

/** Signs up on the page as somebody would who puts their first steps off, and ends where the app leads. */
export async function signUp(page: Page, email = newAddress()): Promise<string> {
  await page.goto('/signup')
  await page.getByLabel('E-mail ou téléphone').fill(email)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('dialog', { name: 'Bienvenue sur Cortexia' }).getByRole('button', { name: 'Plus tard' }).click()
  return email
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/account?section=security')
  await page
    .getByRole('button', { name: /^Se déconnecter/ })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth')
}

/** Signs up at the wire, for tests that are about something else. */
export async function join(system: { url: string; anonKey: string }, email = newAddress()): Promise<Session> {
  const client = createClient(system.url, system.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signUp({ email, password })
  if (error) throw error
  if (!data.session) throw new Error('signing up gave no session')
  return data.session
}

interface Administered {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
}

/** Somebody whose address counts as proved, where signing up alone would not prove it. */
export async function member(system: Administered, app_metadata = {}): Promise<Session> {
  const email = newAddress()
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const { auth } = createClient(system.url, system.serviceRoleKey, options)
  const { error } = await auth.admin.createUser({ email, password, email_confirm: true, app_metadata })
  if (error) throw error
  const signedIn = await createClient(system.url, system.anonKey, options).auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return signedIn.data.session
}

/** Somebody whom the operator has made a member of the staff. */
export const staffMember = (system: Administered) => member(system, { staff: true })

/** The device of somebody who is signed in, for `visit`. */
export function remembered(session: Session): Record<string, string> {
  return { [sessionKey]: JSON.stringify(session) }
}

/**
 * The same of somebody who was here before, so that the app makes no keys for their messages while the page rests: a
 * fifth of what a page costs. Whoever opens messages has them made then.
 */
export function returning(session: Session): Record<string, string> {
  return { ...remembered(session), [`cortexia.private.${session.user.id}.keys-made`]: 'yes' }
}

/** Where the app's client keeps its session. */
export const sessionKey = 'cortexia.session'
