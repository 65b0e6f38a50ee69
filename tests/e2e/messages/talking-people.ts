/** People in browsers of their own, with keys for their messages. */
import type { Session } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'

import { visit, type Visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import type { RunningSystem } from '../../support/start-system.ts'
import { serviceOf } from '../support/published-posts.ts'

export interface Talker extends Visit {
  session: Session
  id: string
  name: string
  /** Opens their messages on another device. */
  recoveryKey: string
}

export interface Newcomer {
  name: string
  viewport: { width: number; height: number }
  hasWorker?: boolean
}

/** Somebody with a name, whose keys are made and kept. */
export async function arrive(system: RunningSystem, browser: Browser, newcomer: Newcomer): Promise<Talker> {
  const { name, viewport, hasWorker = false } = newcomer
  const session = await join(system)
  const { id } = session.user
  await serviceOf(system).from('profiles').update({ first_name: name, last_name: null }).eq('id', id)
  const visited = await visit(browser, system.url, { viewport, storage: remembered(session), hasWorker })
  return { ...visited, session, id, name, recoveryKey: await makeKeys(visited.page) }
}

/** Through the sheets, as everybody: the key is shown once, and two of its groups are asked for. */
async function makeKeys(page: Page): Promise<string> {
  await page.goto('/messages?modal=message-keys')
  await page.getByRole('button', { name: 'Utiliser une clé de récupération' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clé de récupération' })
  await dialog.getByRole('listitem').nth(7).waitFor()
  const groups = await dialog.getByRole('listitem').locator('code').allTextContents()
  await page.getByRole('button', { name: 'Continuer', exact: true }).click()
  await page.getByLabel('Groupe 3').fill(groups[2] ?? '')
  await page.getByLabel('Groupe 7').fill(groups[6] ?? '')
  await page.getByRole('button', { name: 'Vérifier', exact: true }).click()
  await page.getByRole('button', { name: 'Terminer', exact: true }).click()
  return groups.join('-')
}

/** From the picture that stands open: kept among one's own, found there with who sent it, and let go of. */
export async function keepAndLetGo(page: Page, from: string): Promise<void> {
  await page.getByText(/La copie enregistrée n’est plus chiffrée/u).waitFor()
  await page.getByRole('button', { name: 'Enregistrer dans Mes images' }).click()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  const cell = page.getByRole('button', { name: `Ouvrir l’image reçue de ${from}` })
  await cell.locator('img').waitFor()
  await cell.click()
  const sheet = page.getByRole('dialog', { name: 'Images reçues' })
  await sheet.getByText(new RegExp(`^Envoyée par ${from} · enregistrée`, 'u')).waitFor()
  await sheet.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByText('Aucune image reçue').waitFor()
  await page.goBack()
}
