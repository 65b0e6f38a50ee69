/** Two people with an order between them, each in a browser of their own. */
import type { Session } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

import { desktop, phone, visit, type Visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import type { RunningSystem } from '../../support/start-system.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'
import { clientOf } from '../support/sandbox-money.ts'

export interface Person extends Visit {
  readonly session: Session
  readonly username: string
}

export interface Parties {
  /** Who asks and pays, at a desk. */
  readonly client: Person
  /** Who makes, on a phone. */
  readonly creator: Person
  readonly service: string
}

export async function person(
  { browser, system }: { browser: Browser; system: RunningSystem },
  name: string,
  { session: given, viewport = desktop }: { session?: Session; viewport?: typeof phone } = {},
): Promise<Person> {
  const session = given ?? (await join(system))
  const username = `${name}_${Date.now()}`
  await serviceOf(system).from('profiles').update({ username }).eq('id', session.user.id).throwOnError()
  const visited = await visit(browser, system.url, { viewport, storage: remembered(session) })
  return { ...visited, session, username }
}

/** A creator with one service, and somebody who has found it. */
export async function parties(
  place: { browser: Browser; system: RunningSystem },
  given: object = {},
): Promise<Parties> {
  const { system } = place
  const [creator, client] = [await person(place, 'awa', { viewport: phone }), await person(place, 'kossi')]
  return { client, creator, service: await offerService(system, creator.session, given) }
}

/** The one service of somebody, with three samples. Answers its id. */
export async function offerService(system: RunningSystem, session: Session, given: object = {}): Promise<string> {
  const posts = await publishPosts(system, { userId: session.user.id, count: 3 })
  const own = clientOf(system, session)
  await own.rpc('activate_creator').throwOnError()
  const sheet = {
    title: 'Portraits de famille',
    description: 'Un portrait à partir de vos photos.',
    mode: 'proposal',
    price_from: 5000,
    days: 10,
    rights: 'perso',
    ai_share: 'mixed',
    slots: 3,
    samples: posts.map(({ id }) => id),
    ...given,
  }
  const { data } = await own.rpc('save_service', { details: sheet }).throwOnError()
  return (data as { id: string }).id
}

export const brief = 'Un portrait de ma grand-mère devant la mer, à Ouidah.'

/** The page of the order that is shown, by its address. */
export const orderOf = (page: Page): string => new URL(page.url()).searchParams.get('order') ?? ''

export async function picture(name: string, colour: string) {
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Pays what is to be paid on the order's page, by a number that says yes. */
export async function pay(page: Page, words: string, francs: string): Promise<void> {
  await page.getByRole('button', { name: words }).click()
  const sheet = page.getByRole('dialog', { name: 'Payer cette étape' })
  await sheet.getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await sheet.getByRole('button', { name: `Payer ${francs}` }).click()
  await page.getByText('bloqués. @').first().waitFor()
}

export async function propose(page: Page, steps: readonly (readonly [title: string, francs: string])[]): Promise<void> {
  await page.getByRole('button', { name: 'Faire une proposition' }).click()
  const form = page.getByRole('dialog', { name: 'Faire une proposition' })
  await form.getByLabel('Ce que vous livrerez').fill('Un portrait en pied, 2000 pixels.')
  for (const [index, [title, francs]] of steps.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Ajouter une étape' }).click()
    await form.getByLabel(`Étape ${index + 1}`, { exact: true }).fill(title)
    await form.getByLabel(`Prix de l’étape ${index + 1}, en FCFA`).fill(francs)
    const days = form.getByLabel(`Jours pour l’étape ${index + 1}`)
    // The first one begins with what the service says.
    await expect.poll(() => days.inputValue()).toBe(index === 0 ? '10' : '')
    await days.fill('5')
  }
  await form.getByRole('button', { name: /^Proposer / }).click()
  await form.waitFor({ state: 'detached' })
}

/** Adds a finished file and delivers it, once its preview is made. */
export async function deliver(page: Page, name: string, colour: string): Promise<void> {
  await page.getByLabel('Ajouter un fichier fini').setInputFiles(await picture(name, colour))
  await page.getByRole('link', { name: `Ouvrir Livraison : ${name}` }).waitFor()
  await page.getByRole('button', { name: 'Livrer', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Livrer' })
  await form.getByText('Les aperçus se préparent. Encore un instant.').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: /^Livrer c/ }).click()
  await form.waitFor({ state: 'detached' })
}

/** A request and its proposal at the wire, for walks that are about what comes after. */
export async function proposed(
  system: RunningSystem,
  { client, creator, service }: Parties,
  amount = 10_000,
): Promise<string> {
  const id = crypto.randomUUID()
  await clientOf(system, client.session).rpc('request_commission', { id, service, wish: { brief } }).throwOnError()
  const details = { scope: 'Un portrait en pied.', milestones: [{ title: 'Portrait', amount, days: 5 }] }
  await clientOf(system, creator.session)
    .rpc('commission_step', { commission: id, step: 'propose', version: 2, details })
    .throwOnError()
  return id
}
