/** Steps of orders between the messages of their two: both get the same ones, nobody else gets any, and no word is in them. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { openCommissions, type Commissions } from './open-commissions.ts'

interface Card {
  id: string
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

test('of a long past they come two hundred at a time, the last ones first, each once', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  const { id } = await orders.at('in_progress', parties)
  await orders.billing.ledger.asOwner(
    `insert into billing.commission_events (commission_id, what, side, after)
     select $1, 'reminded', 'clock', 'in_progress' from generate_series(1, 450)`,
    [id],
  )
  const seen: string[] = []
  let before: string | null = null
  for (const length of [200, 200, 54]) {
    const page: Card[] = await orders.ask(client, 'commission_cards($1, $2)', creator, before)
    expect(page).toHaveLength(length)
    before = page[0]!.id
    seen.unshift(...page.map((card) => card.id))
  }
  expect(new Set(seen).size).toBe(454)
  expect(seen).toEqual(seen.toSorted())
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

test('an order lifts the three messages before an answer for its two: for who asks once they are answered, for nobody else', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  const stranger = await orders.person()
  const begin = async (me: string, other: string) => {
    const [row] = await orders.billing.as<{ id: string }>(me, 'select public.start_conversation($1) as id', [other])
    return row!.id
  }
  const say = (me: string, conversation: string) =>
    refusalOf(
      orders.billing.as(
        me,
        `insert into public.encrypted_messages (id, conversation_id, sender_id, encrypted_content, iv, message_type, metadata)
         values (gen_random_uuid(), $1, $2, 'Bonjour', 'simple', 'text', '{}')`,
        [conversation, me],
      ),
    )
  const [asked, strange] = [await begin(client, creator), await begin(stranger, creator)]
  for (let said = 0; said < 3; said += 1)
    for (const [me, talk] of [
      [client, asked],
      [stranger, strange],
    ] as const)
      expect(await say(me, talk)).toBe('done')
  const { id } = await orders.at('requested', parties)
  expect(await say(client, asked)).toBe('PT403 not_accepted')
  await orders.propose(parties, id)
  expect(await say(client, asked)).toBe('done')
  expect(await say(stranger, strange)).toBe('PT403 not_accepted')

  // She was asked: she may ask back as often as she needs.
  const another = { ...parties, client: await orders.person() }
  await orders.at('requested', another)
  const back = await begin(creator, another.client)
  for (let said = 0; said < 4; said += 1) expect(await say(creator, back)).toBe('done')
})
