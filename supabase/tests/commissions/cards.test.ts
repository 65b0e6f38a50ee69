/** Steps of orders between the messages of their two: both get the same ones, nobody else gets any, and no word is in them. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openCommissions, type Commissions } from './open-commissions.ts'

interface Card {
  commission_id: string
  service_title: string
  what: string
  by: string
  mine: boolean
}

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

const cards = (me: string, other: string) => orders.ask<Card[]>(me, 'commission_cards($1)', other)

test('both sides get every step in its order with what its line says, each from their side', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  const { id } = await orders.at('in_progress', parties, [4000, 8000])
  await orders.step(creator, id, 'ask_time', { days: 3 })
  await orders.step(client, id, 'answer_time', { yes: true })
  await orders.step(client, id, 'offer_share', { percent: 30 })
  await orders.step(creator, id, 'answer_share', { yes: false, percent: 30 })
  await orders.deliver(creator, id)
  await orders.step(client, id, 'revise', { points: ['Plus clair', 'Plus grand'] })
  const hers = await cards(client, creator)
  expect(hers).toMatchObject([
    { what: 'requested', by: 'client', mine: true, amount: null },
    { what: 'proposed', by: 'creator', mine: false, amount: 12_000, steps: 2 },
    { what: 'paid', by: 'client', amount: 4000 },
    { what: 'started', by: 'creator' },
    { what: 'time_asked', days: 3 },
    { what: 'time_given', days: 3 },
    { what: 'share_offered', percent: 30 },
    { what: 'share_refused', percent: 30 },
    { what: 'delivered', by: 'creator' },
    { what: 'revised', by: 'client', points: 2 },
  ])
  const theirs = await cards(creator, client)
  expect(theirs).toEqual(hers.map((card) => ({ ...card, mine: card.by === 'creator' })))
  expect(new Set(hers.map((card) => card.commission_id))).toEqual(new Set([id]))
  expect(JSON.stringify(hers)).not.toMatch(/grand-mère|Plus clair|en pied/u)
})

test('of a second order of the same two the steps come as well; of orders with others, none', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  const other = { ...parties, client: await orders.person() }
  const first = await orders.at('delivered', parties)
  const second = await orders.at('proposed', parties)
  const strange = await orders.at('delivered', other)
  const ids = async (me: string, person: string) => [
    ...new Set((await cards(me, person)).map((card) => card.commission_id)),
  ]
  expect(await ids(client, creator)).toEqual([first.id, second.id])
  expect(await ids(creator, other.client)).toEqual([strange.id])
  expect(await ids(client, other.client)).toEqual([])
})

test('a third person gets none, whoever they ask about; nor does anybody about themselves', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  await orders.at('delivered', parties)
  const stranger = await orders.person()
  for (const person of [client, creator, stranger]) expect(await cards(stranger, person)).toEqual([])
  expect(await cards(client, client)).toEqual([])
  expect(await cards(client, stranger)).toEqual([])
})
