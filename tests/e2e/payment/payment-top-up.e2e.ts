/** A form that is short of credits sells just those, without losing what it holds: closed pages, Back and double presses included. */
import { randomUUID } from 'node:crypto'

import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { asClusterOwner } from '../../support/start-system.ts'
import { paintedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = paintedProduct()

const words = 'Quatre pirogues sur la lagune'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Juste ce qu’il manque' })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

/** Somebody with five credits of which four are spent, before a form that costs four. */
async function short(viewport = phone) {
  const session = await join(product.system)
  await spend(session, 4)
  const visited = await visit(product.browser, product.system.url, { viewport, storage: returning(session) })
  const { page } = visited
  await page.goto('/?modal=create')
  await page.getByText('Réglages').click()
  const counts = page.getByRole('radiogroup', { name: 'Nombre d’images' })
  await counts.getByText('4').click()
  await description(page).fill(words)
  await page.getByRole('button', { name: 'Ajouter 3 crédits' }).click()
  await sheetOf(page).getByText('Il manque 3 crédits').waitFor()
  return visited
}

/** Of the welcome. */
async function spend({ user }: Session, credits: number): Promise<void> {
  const hold = `select ledger.hold(gen_random_uuid(), '${user.id}'::uuid, ${credits}, 'trial', '${randomUUID()}')`
  await asClusterOwner(product.system.dataFolder, hold)
}

async function pay(page: Page, number: string) {
  await sheetOf(page).getByLabel('Votre numéro MTN').fill(number)
  await sheetOf(page).getByRole('button', { name: 'Payer 150 FCFA' }).dblclick()
}

const isReady = (page: Page) => page.getByRole('button', { name: 'Générer · 4 crédits' }).waitFor()

test('just what is missing is bought, pressed twice, and the form is there again by itself', async () => {
  const { page, context, complaints } = await short()
  const { violations } = await startAxe()
  expect(await violations(page, 'top-up')).toEqual([])
  await pay(page, '01 00 00 00 01')
  await page.getByText('3 crédits ajoutés').waitFor()
  await sheetOf(page).waitFor({ state: 'detached' })
  await isReady(page)
  expect(await description(page).inputValue()).toBe(words)
  await page.goto('/payment?tab=history&show=purchases')
  await page.getByText('Achat de 3 crédits').waitFor()
  expect(await page.getByText('Achat de 3 crédits').count()).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})

test('Back leaves the sheet and not the form, and going forth finds the payment that waits', async () => {
  const { page, context } = await short()
  await pay(page, '01 00 00 00 05')
  await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
  await page.goBack()
  await sheetOf(page).waitFor({ state: 'detached' })
  expect(await description(page).inputValue()).toBe(words)
  await page.goForward()
  await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
  await page.getByText('3 crédits ajoutés').waitFor()
  await isReady(page)
  await context.close()
})

test('whoever closed the page goes back to the form from what tells them', async () => {
  const { page, context } = await short()
  await pay(page, '01 00 00 00 01')
  await page.getByRole('heading', { name: 'Validez la demande sur votre téléphone' }).waitFor()
  await page.close()
  const next = await context.newPage()
  await next.goto('/notifications')
  await next.getByText('3 crédits ajoutés').first().click()
  await next.getByRole('heading', { name: '3 crédits ajoutés' }).waitFor()
  await next.getByRole('button', { name: 'Reprendre ma création' }).click()
  await expect.poll(() => description(next).inputValue()).toBe(words)
  await context.close()
})

test('what was refused is said in the sheet, which sells again', async () => {
  const { page, context } = await short()
  await pay(page, '01 00 00 00 03')
  await sheetOf(page).getByText('Le solde MTN est insuffisant.').waitFor()
  await pay(page, '01 00 00 00 01')
  await page.getByText('3 crédits ajoutés').waitFor()
  await isReady(page)
  expect(await description(page).inputValue()).toBe(words)
  await context.close()
})

test('a remix that is short of credits waits with its words, and is there again by itself', async () => {
  const author = await join(product.system)
  const [post] = await publishPosts(product.system, { userId: author.user.id, count: 1 })
  const service = serviceOf(product.system)
  await service.from('profiles').update({ username: 'awa_remixee' }).eq('id', author.user.id).throwOnError()
  const session = await join(product.system)
  await spend(session, 5)
  const { page, context, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(session),
  })
  await page.goto(`/post/${post?.id}`)
  await page.getByRole('button', { name: 'Remix' }).click()
  const remix = page.getByRole('dialog', { name: 'Remix Image' })
  await remix.getByRole('textbox').fill('Même scène, de nuit')
  await remix.getByRole('button', { name: /^Ajouter \d crédits?$/u }).click()
  await sheetOf(page)
    .getByText(/^Il manque \d crédits? pour/u)
    .waitFor()
  const { violations } = await startAxe()
  expect(await violations(page, 'top-up of a remix')).toEqual([])
  await sheetOf(page).getByLabel('Votre numéro MTN').fill('01 00 00 00 01')
  await sheetOf(page)
    .getByRole('button', { name: /^Payer/u })
    .dblclick()
  await page
    .getByText(/crédits? ajoutés?/u)
    .first()
    .waitFor()
  await sheetOf(page).waitFor({ state: 'detached' })
  expect(await remix.getByRole('textbox').inputValue()).toBe('Même scène, de nuit')
  await remix.getByRole('button', { name: /^Générer · /u }).click()
  await page.getByRole('dialog', { name: 'Créer une image' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
