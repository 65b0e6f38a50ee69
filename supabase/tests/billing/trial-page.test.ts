/** `/fedapay-test` is there while no money moves, and is nobody's where it does: the server decides. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { HeadSystem } from '../support/head-system.ts'

let heads: HeadSystem
beforeAll(async () => {
  heads = await HeadSystem.open()
})
afterAll(() => heads.close())

const statusOf = async (path: string, token = heads.system.anonKey) =>
  (await fetch(`${heads.system.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status

async function triedCredits({ system: { url, anonKey } }: HeadSystem): Promise<number> {
  const { status } = await fetch(`${url}/functions/v1/payment-sandbox/credits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anonKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ act: 'give', key: crypto.randomUUID() }),
  })
  return status
}

test('where no money moves the page and its clock are there, for members', async () => {
  expect((await heads.visit('/fedapay-test')).status).toBe(200)
  expect(await statusOf('/functions/v1/payment-sandbox/clock')).toBe(401)
  expect(await triedCredits(heads)).toBe(401)
})

test('where money is real neither is there', async () => {
  await using live = await liveSystem()
  // At once, however busy the machine is: the page waits for who knows.
  const visits = await Promise.all(Array.from({ length: 100 }, () => live.heads.visit('/fedapay-test')))
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([404]))
  expect((await fetch(`${live.heads.system.url}/functions/v1/payment-sandbox/clock`)).status).toBe(404)
  expect(await triedCredits(live.heads)).toBe(404)
})

async function liveSystem(): Promise<AsyncDisposable & { heads: HeadSystem }> {
  process.env['FEDAPAY_SECRET_KEY'] = 'sk_live_of_somebody'
  const opened = await HeadSystem.open()
  return {
    heads: opened,
    async [Symbol.asyncDispose]() {
      delete process.env['FEDAPAY_SECRET_KEY']
      await opened.close()
    },
  }
}
