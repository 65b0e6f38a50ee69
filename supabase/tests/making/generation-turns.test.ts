/** Whose job is leased next: one of everybody who waits in turn, then by age. */
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { TestQueue } from '../support/generation-queue.ts'
import { as, awa, kossi, productDatabase } from '../support/product-database.ts'

let database: TestDatabase
let queue: TestQueue
beforeEach(async () => {
  database = await productDatabase()
  queue = new TestQueue(database)
  await queue.change(`insert into public.price_book (sku, credits) values ('generation:gift', 0)`)
})
afterEach(() => database.dispose())

const worker = '00000000-0000-4000-8000-00000000000a'

/** Of an engine that costs nothing. */
async function orders(count: number, user: string) {
  const receipts = []
  for (let place = 0; place < count; place += 1) {
    receipts.push(await queue.enqueue({ engine: 'gift' }, { user, most: count + 1 }))
  }
  return receipts
}

async function claimedNext(count: number): Promise<string[]> {
  const ids = []
  for (let place = 0; place < count; place += 1) ids.push((await queue.claimed(worker)).generation_id)
  return ids
}

const cancel = (id: string, person: string) =>
  database.databases.gateway.write(as(person), (tx) => tx.execute('select public.cancel_generation($1)', [id]))

test('serves everybody in turn, then by age: fifty orders of one hold up nobody’s first', async () => {
  const ofAwa = await orders(50, awa)
  await queue.claimed(worker)
  const ofKossi = await orders(3, kossi)
  expect(ofKossi[0]).toMatchObject({ position: 0 })
  expect(await claimedNext(6)).toEqual(
    [ofKossi[0], ofAwa[1], ofKossi[1], ofAwa[2], ofKossi[2], ofAwa[3]].map((order) => order?.generation_id),
  )
})

test('lets nobody go before the others by ordering again as soon as they were served', async () => {
  const ofAwa = await orders(2, awa)
  const [first] = await orders(1, kossi)
  expect(await claimedNext(2)).toEqual([ofAwa[0]?.generation_id, first?.generation_id])
  const [again] = await orders(1, kossi)
  expect(await claimedNext(2)).toEqual([ofAwa[1]?.generation_id, again?.generation_id])
})

test('counts no turn for what was canceled before anybody worked on it', async () => {
  for (const { generation_id: id } of await orders(5, kossi)) await cancel(id, kossi)
  const [ofAwa] = await orders(1, awa)
  const ofKossi = await orders(2, kossi)
  const [second] = await orders(1, awa)
  expect(await claimedNext(4)).toEqual([ofAwa, ofKossi[0], ofKossi[1], second].map((order) => order?.generation_id))
})
