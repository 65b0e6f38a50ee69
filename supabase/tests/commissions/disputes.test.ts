/** When it goes wrong: rulings, appeals, banks; and what the two say of each other afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { openCommissions, type Commissions, type Order, type Parties } from './open-commissions.ts'

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

const rule = (staff: string, order: string, percent: number) =>
  orders.asStaff<Order>(staff, 'rule_dispute($1, $2, $3)', order, percent, 'Livré à moitié, comme le montre le brief.')

describe('a ruling', () => {
  test('of 30 % waits five days for an appeal, and loses no franc', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('disputed', parties)
    const staff = await orders.person()
    expect(await refusalOf(orders.ask(parties.client, `rule_dispute($1, 30, 'moi')`, id))).toBe('PT403 staff_only')
    expect(await refusalOf(rule(parties.creator, id, 30))).toBe('PT403 other_person')
    expect(await refusalOf(rule(staff, id, 33))).toBe('PT422 ruling_invalid')
    await rule(staff, id, 30)
    expect(await orders.read(parties.client, id)).toMatchObject({
      status: 'disputed',
      dispute: { ruling: { percent: 30 } },
    })
    await orders.billing.move('4 days 23 hours')
    await orders.advance()
    expect(await orders.read(parties.client, id)).toMatchObject({ status: 'disputed' })
    await orders.billing.move('1 hour')
    await orders.advance(2)
    const ruled = await orders.read(parties.client, id)
    expect(ruled).toMatchObject({ status: 'ruled', milestones: [{ to_creator: 2760, fee: 240, back: 7000 }] })
    await orders.sendRefunds()
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
    await orders.billing.requireSound()
  })

  test('is appealed once, and another person decides for good', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('disputed', parties)
    const [first, second] = [await orders.person(), await orders.person()]
    await rule(first, id, 80)
    await orders.step(parties.client, id, 'appeal', { words: 'Le croquis était tout autre.' })
    expect(await refusalOf(orders.step(parties.creator, id, 'appeal', { words: 'Moi aussi.' }))).toBe(
      'PT409 commission_state',
    )
    expect(await refusalOf(rule(first, id, 0))).toBe('PT403 other_person')
    for (const ruled of [await rule(second, id, 0), await rule(second, id, 0)])
      expect(ruled).toMatchObject({ status: 'ruled', milestones: [{ back: 10_000 }] })
    await orders.billing.requireSound()
  })

  test('over 100 000 F is two persons’, who say the same', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('disputed', parties, [120_000])
    const [first, second, third] = [await orders.person(), await orders.person(), await orders.person()]
    await rule(first, id, 50)
    // Pressed again after a lost answer it is the same; seen otherwise, it is another person's.
    expect(await rule(first, id, 50)).toMatchObject({ status: 'disputed', dispute: { ruling: null } })
    expect(await refusalOf(rule(first, id, 60))).toBe('PT403 other_person')
    await rule(second, id, 60)
    expect(await orders.read(parties.client, id)).toMatchObject({ dispute: { ruling: null } })
    await rule(third, id, 60)
    expect(await orders.read(parties.client, id)).toMatchObject({ dispute: { ruling: { percent: 60 } } })
  })

  test('that nobody gave in seven days lies before the staff, and is given by no machine', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('disputed', parties)
    await orders.billing.move('7 days')
    await orders.advance(2)
    expect(await orders.read(parties.client, id)).toMatchObject({ status: 'disputed' })
    expect(await orders.billing.findings()).toContain('dispute_overdue')
  })

  test('lost three times in ninety days closes the services', async () => {
    const { creator, service } = await orders.service({ slots: 20 })
    const staff = await orders.person()
    for (let lost = 0; lost < 3; lost += 1) {
      const { id } = await orders.at('disputed', { client: await orders.person(), creator, service })
      await rule(staff, id, 0)
    }
    await orders.billing.move('5 days')
    await orders.advance()
    expect(await orders.ask(creator, 'my_services()')).toMatchObject([{ state: 'closed' }])
    expect(await refusalOf(orders.ask(creator, `set_service_state($1, 'open')`, service))).toBe('PT409 services_closed')
  })
})

describe('a dispute', () => {
  test('is withdrawn by who opened it, and nobody has lost the time', async () => {
    const parties = await orders.parties()
    const before = await orders.at('in_progress', parties)
    await orders.step(parties.client, before.id, 'dispute', { reason: 'quality', words: 'Trop sombre.' })
    await orders.billing.move('2 days')
    const after = await orders.step(parties.client, before.id, 'withdraw')
    expect(after).toMatchObject({ status: 'in_progress' })
    const days = (Date.parse(after.guaranteed_at!) - Date.parse(before.guaranteed_at!)) / 86_400_000
    expect(Math.round(days)).toBe(2)
  })

  test('ends where both take a share, everything or nothing included', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('disputed', parties)
    await orders.step(parties.creator, id, 'offer_share', { percent: 0 })
    const settled = await orders.step(parties.client, id, 'answer_share', { yes: true, percent: 0 })
    expect(settled).toMatchObject({ status: 'settled', milestones: [{ state: 'refunded', back: 10_000 }] })
    await orders.billing.requireSound()
  })

  test('shows what the two attach, their own and not more than ten', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('in_progress', parties)
    const [mine, theirs] = [
      await orders.file(parties.client, id, 'evidence'),
      await orders.file(parties.creator, id, 'evidence'),
    ]
    const open = (given: object) =>
      orders.step(parties.client, id, 'dispute', { reason: 'rights', words: 'Copié.', ...given })
    expect(await refusalOf(open({ files: [theirs] }))).toBe('PT422 step_invalid')
    expect(await refusalOf(open({ messages: [{ text: 'sans preuve' }] }))).toBe('PT422 step_invalid')
    const row = { id: mine, sender_id: parties.creator }
    const message = { v: 1, text: 'Ce sera prêt lundi.', row, key: 'a2V5', commit: 'Y29tbWl0' }
    const strange = { ...message, row: { ...row, sender_id: await orders.person() } }
    for (const messages of [Array.from({ length: 11 }, () => message), [strange], ['x'], [{ ...message, key: 5 }]])
      expect(await refusalOf(open({ messages }))).toBe('PT422 step_invalid')
    const opened = await open({ files: [mine], messages: [message] })
    expect(opened.dispute?.entries).toMatchObject([{ by: 'client', files: [mine], messages: [message] }])
    await orders.billing.move('5 days')
    expect(await refusalOf(orders.step(parties.creator, id, 'add_evidence', { words: 'Trop tard.' }))).toBe(
      'PT409 commission_state',
    )
  })
})

test('whoever rules sees what became of the other orders of both, and nobody else does', async () => {
  const parties = await orders.parties()
  const { client, creator } = parties
  await orders.at('accepted', parties)
  await orders.at('refunded', parties)
  const lost = await orders.at('disputed', parties)
  const [staff, other] = [await orders.person(), await orders.person()]
  await rule(staff, lost.id, 20)
  await orders.step(creator, lost.id, 'appeal', { words: 'Tout était livré.' })
  await rule(other, lost.id, 20)
  const { id } = await orders.at('disputed', parties)
  const seen = await orders.asStaff<Order>(staff, 'read_commission($1)', id)
  const both = { paid: 3, completed: 1, refunded: 1, late: 0, disputes: 1, chargebacks: 0 }
  expect(seen.histories).toMatchObject({
    client: { ...both, opened: 1, lost: 0 },
    creator: { ...both, opened: 0, lost: 1 },
  })
  for (const person of [client, creator]) expect((await orders.read(person, id)).histories).toBeNull()
  const fresh = await orders.at('disputed', { ...parties, client: await orders.person() })
  expect((await orders.asStaff<Order>(staff, 'read_commission($1)', fresh.id)).histories?.client).toMatchObject({
    paid: 0,
    disputes: 0,
  })
})

describe('a bank that takes the money back', () => {
  async function paid(parties: Parties): Promise<{ order: Order; ref: string }> {
    const proposed = await orders.at('proposed', parties)
    const { ref } = await orders.pay(parties.client, proposed, { method: 'card' })
    return { order: proposed, ref }
  }
  const dispute = (ref: string, state: string) =>
    orders.asServer('apply_payment_dispute($1, $2, $3, $4)', 'sandbox', `dp ${ref}`, ref, state)

  test('stops the order, and lets it go on where it was', async () => {
    const parties = await orders.parties()
    const { order, ref } = await paid(parties)
    await orders.step(parties.creator, order.id, 'start')
    await dispute(ref, 'open')
    const stopped = await orders.read(parties.creator, order.id)
    expect(stopped).toMatchObject({ status: 'disputed' })
    expect(stopped.events.at(-1)).toMatchObject({ what: 'chargeback', by: 'bank' })
    expect(stopped.may).toEqual(['add_evidence'])
    expect(await refusalOf(rule(await orders.person(), order.id, 50))).toBe('PT409 commission_state')
    await dispute(ref, 'won')
    expect(await orders.read(parties.creator, order.id)).toMatchObject({ status: 'in_progress' })
    await orders.billing.requireSound()
  })

  test('ends what was not accepted, without a second way back for the money', async () => {
    const parties = await orders.parties()
    const { order, ref } = await paid(parties)
    await orders.sendRefunds()
    await dispute(ref, 'open')
    await dispute(ref, 'lost')
    expect(await orders.read(parties.creator, order.id)).toMatchObject({ status: 'ruled' })
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
    expect(await orders.sendRefunds()).toBe(0)
    await orders.billing.requireSound()
  })

  test.each(['refund', 'accept'] as const)(
    'at the very moment of the other’s press (%s): the money has one way, whichever came first',
    async (step) => {
      const outcomes = new Set<string>()
      for (let drawn = 0; drawn < 12; drawn += 1) {
        const parties = await orders.parties()
        const { order, ref } = await paid(parties)
        if (step === 'accept') {
          await orders.step(parties.creator, order.id, 'start')
          await orders.deliver(parties.creator, order.id)
        }
        const { version } = await orders.read(parties.client, order.id)
        const [pressed] = await Promise.all([
          refusalOf(orders.step(parties.client, order.id, step, { version })),
          dispute(ref, 'open'),
        ])
        outcomes.add(pressed)
        await dispute(ref, 'lost')
        const { status } = await orders.read(parties.client, order.id)
        expect(status).toBe(pressed === 'done' ? `${step}ed` : 'ruled')
        while ((await orders.sendRefunds()) > 0);
        expect(await orders.francs(`user:${parties.client}`)).toEqual({})
        await orders.billing.requireSound()
      }
      expect([...outcomes].every((one) => ['done', 'PT409 commission_state'].includes(one))).toBe(true)
    },
  )

  test('that was given back whole before it decided takes nothing more', async () => {
    const parties = await orders.parties()
    const { order, ref } = await paid(parties)
    await orders.step(parties.client, order.id, 'refund')
    await dispute(ref, 'open')
    while ((await orders.sendRefunds()) > 0);
    await dispute(ref, 'lost')
    expect(await orders.francs(`user:${parties.client}`)).toEqual({})
    await orders.billing.requireSound()
  })

  test('leaves what was accepted to the creator, and it waits until the bank has decided', async () => {
    const parties = await orders.parties()
    const { order, ref } = await paid(parties)
    await orders.step(parties.creator, order.id, 'start')
    await orders.deliver(parties.creator, order.id)
    await orders.step(parties.client, order.id, 'accept')
    await dispute(ref, 'open')
    await orders.billing.move('8 days')
    await orders.royalties.release()
    expect(await orders.francs(`user:${parties.creator}`)).toEqual({ pending: 9200 })
    await dispute(ref, 'lost')
    await orders.royalties.release()
    expect(await orders.francs(`user:${parties.creator}`)).toEqual({ earned: 9200 })
    expect(await orders.read(parties.client, order.id)).toMatchObject({ status: 'accepted' })
    await orders.billing.requireSound()
  })
})

describe('a review', () => {
  const review = (person: string, order: string, rating = 5) =>
    orders.ask<Order>(person, 'review_commission($1, $2, $3)', order, rating, 'Très beau.')

  test('is read by the other when both have written, or after fourteen days', async () => {
    const parties = await orders.parties()
    const first = await orders.at('accepted', parties)
    expect(await review(parties.client, first.id)).toMatchObject({ reviews: { mine: { is_revealed: false } } })
    expect(await orders.read(parties.creator, first.id)).toMatchObject({ reviews: { theirs: null } })
    expect(await refusalOf(review(parties.client, first.id, 4))).toBe('PT409 review_written')
    expect(await review(parties.client, first.id)).toMatchObject({ reviews: { mine: { rating: 5 } } })
    await review(parties.creator, first.id, 4)
    expect(await orders.read(parties.creator, first.id)).toMatchObject({ reviews: { theirs: { rating: 5 } } })
    const second = await orders.at('accepted', parties)
    await review(parties.client, second.id, 3)
    await orders.billing.move('14 days 1 minute')
    expect(await orders.read(parties.creator, second.id)).toMatchObject({ reviews: { theirs: { rating: 3 } } })
    const third = await orders.at('accepted', parties)
    await review(parties.client, third.id, 1)
    const figures = async () =>
      (await orders.ask<{ figures: object }>(parties.client, 'service_page($1)', parties.service)).figures
    expect(await figures()).toMatchObject({ rating: null, reviews: 2 })
    await review(parties.creator, third.id)
    expect(await figures()).toMatchObject({ rating: 3, reviews: 3, on_time: 1, completed: 1 })
  })

  test('is answered once, by whom it is about', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('accepted', parties)
    await review(parties.client, id)
    const after = await review(parties.creator, id)
    const { id: about } = after.reviews.theirs as { id: string }
    expect(await refusalOf(orders.ask(parties.client, `answer_review($1, 'Merci')`, about))).toBe(
      'PT404 review_unknown',
    )
    for (let pressed = 0; pressed < 2; pressed += 1)
      expect(await orders.ask(parties.creator, `answer_review($1, 'Merci')`, about)).toMatchObject({ answer: 'Merci' })
    const told = await orders.billing.as<{ url: string }>(
      parties.client,
      `select data ->> 'url' as url from public.notifications where data ->> 'what' = 'review_answered'`,
    )
    expect(told).toEqual([{ url: `/commissions?order=${id}` }])
    expect(await refusalOf(orders.ask(parties.creator, `answer_review($1, 'Non')`, about))).toBe(
      'PT409 review_answered',
    )
  })

  test('is not of what was given back before it began', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('funded', parties)
    await orders.step(parties.creator, id, 'refund')
    expect(await refusalOf(review(parties.client, id))).toBe('PT409 review_not_yet')
  })
})
