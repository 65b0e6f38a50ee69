/** Every step in every state by either side: those of the table are taken, all others are refused and change nothing. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { refusalOf } from '../billing/open-billing.ts'
import { detailOf, openCommissions, type Commissions, type Order, type Parties, type Side } from './open-commissions.ts'

type Taken = Readonly<Record<string, string>>

/** Where a step leads to, by state and side, of an order as `Commissions.at` makes it: nothing is late, nothing was asked for. */
const taken: Readonly<Record<string, Readonly<Record<Side, Taken>>>> = {
  requested: { client: { cancel: 'canceled' }, creator: { propose: 'proposed', decline: 'declined' } },
  proposed: { client: { cancel: 'canceled' }, creator: { propose: 'proposed', cancel: 'canceled' } },
  funded: { client: { refund: 'refunded' }, creator: { start: 'in_progress', refund: 'refunded' } },
  in_progress: {
    client: { offer_share: 'in_progress', dispute: 'disputed' },
    creator: {
      refund: 'refunded',
      ask_time: 'in_progress',
      deliver: 'delivered',
      offer_share: 'in_progress',
      dispute: 'disputed',
    },
  },
  delivered: {
    client: {
      revise: 'revision',
      extend: 'delivered',
      accept: 'accepted',
      offer_share: 'delivered',
      dispute: 'disputed',
    },
    creator: { offer_share: 'delivered', dispute: 'disputed' },
  },
  revision: {
    client: { offer_share: 'revision', dispute: 'disputed' },
    creator: { deliver: 'delivered', offer_share: 'revision', dispute: 'disputed' },
  },
  disputed: {
    client: { offer_share: 'disputed', add_evidence: 'disputed', withdraw: 'in_progress' },
    creator: { offer_share: 'disputed', add_evidence: 'disputed' },
  },
  accepted: { client: {}, creator: {} },
  declined: { client: {}, creator: {} },
  canceled: { client: {}, creator: {} },
  refunded: { client: {}, creator: {} },
  settled: { client: {}, creator: {} },
}

const details: Readonly<Record<string, object>> = {
  propose: { scope: 'Un autre portrait', milestones: [{ title: 'Tout', amount: 4000, days: 5 }] },
  ask_time: { days: 3 },
  answer_time: { yes: true },
  revise_sketch: { points: ['Plus grand'] },
  revise: { points: ['Plus clair'] },
  offer_share: { percent: 50 },
  answer_share: { yes: true, percent: 50 },
  dispute: { reason: 'quality', words: 'Ce n’est pas elle.' },
  add_evidence: { words: 'Voyez le brief.' },
  appeal: { words: 'J’ai retrouvé le croquis.' },
}
const steps = [
  'decline',
  'cancel',
  'start',
  'refund',
  'deliver',
  'extend',
  'accept',
  'withdraw',
  ...Object.keys(details),
]

let orders: Commissions
beforeAll(async () => {
  orders = await openCommissions()
})
afterAll(() => orders[Symbol.asyncDispose]())

async function take(order: Order, { client, creator }: Parties, step: string, by: Side): Promise<Order> {
  const files =
    step === 'deliver' && by === 'creator' && ['in_progress', 'revision'].includes(order.status)
      ? [await orders.file(creator, order.id, 'final')]
      : []
  return orders.step(by === 'client' ? client : creator, order.id, step, { files, ...details[step] })
}

describe.each(Object.keys(taken))('an order that is %s', (status) => {
  test('refuses every step that is not of the table, by either side, and stays as it is', async () => {
    const parties = await orders.parties()
    const order = await orders.at(status, parties)
    const refused: string[] = []
    for (const by of ['client', 'creator'] as const) {
      const wrong = steps.filter((step) => !(step in taken[status]![by]))
      for (const step of wrong) refused.push(await refusalOf(take(order, parties, step, by)))
    }
    expect(new Set(refused)).not.toContain('done')
    expect(refused.filter((code) => !/^(PT409|PT403) (commission_|not_late|no_sketch)/.test(code))).toEqual([])
    expect(await orders.read(parties.client, order.id)).toMatchObject({ status, version: order.version })
  })

  test.each(['client', 'creator'] as const)('takes those of the table by the %s, and shows just them', async (by) => {
    const parties = await orders.parties()
    const order = await orders.at(status, parties)
    const seen = await orders.read(parties[by], order.id)
    expect(seen.may.filter((step) => step !== 'pay' && step !== 'review').toSorted()).toEqual(
      Object.keys(taken[status]![by]).toSorted(),
    )
    for (const [step, to] of Object.entries(taken[status]![by])) {
      const another = await orders.parties()
      const made = await orders.at(status, another)
      expect({ step, to: (await take(made, another, step, by)).status }).toEqual({ step, to })
    }
    await orders.billing.requireSound()
  })
})

test('the state machine refuses every other transition, whoever writes', async () => {
  const statuses = [...Object.keys(taken), 'expired', 'ruled']
  const allowed = new Set([
    ...['proposed', 'declined', 'canceled', 'expired'].map((to) => `requested ${to}`),
    ...['canceled', 'expired', 'funded'].map((to) => `proposed ${to}`),
    ...['in_progress', 'refunded', 'disputed'].map((to) => `funded ${to}`),
    ...['delivered', 'refunded', 'disputed', 'settled'].map((to) => `in_progress ${to}`),
    ...['revision', 'accepted', 'proposed', 'disputed', 'settled'].map((to) => `delivered ${to}`),
    ...['delivered', 'disputed', 'settled'].map((to) => `revision ${to}`),
    ...['ruled', 'funded', 'in_progress', 'delivered', 'revision'].map((to) => `disputed ${to}`),
  ])
  for (const from of Object.keys(taken)) {
    const order = await orders.at(from, await orders.parties())
    for (const to of statuses.filter((status) => status !== from)) {
      // Taken back whatever comes of it.
      const write = `do $$ begin update billing.commissions set status = '${to}' where id = '${order.id}';
        raise exception 'written' using errcode = 'PT200'; end $$`
      const outcome = await refusalOf(orders.billing.ledger.asOwner(write))
      expect(`${from} ${to} ${outcome}`).toBe(
        `${from} ${to} ${allowed.has(`${from} ${to}`) ? 'PT200' : 'PT409 commission_state'}`,
      )
    }
  }
})

describe('whoever acts', () => {
  test('on what they saw before something else happened is told what it is now', async () => {
    const parties = await orders.parties()
    const seen = await orders.at('delivered', parties)
    const changed = await orders.step(parties.client, seen.id, 'extend')
    const late = orders.step(parties.client, seen.id, 'accept', { version: seen.version })
    expect(await refusalOf(late)).toBe('PT409 commission_state')
    const said = await detailOf(orders.step(parties.client, seen.id, 'accept', { version: seen.version }))
    expect(JSON.parse(said ?? '')).toEqual({ status: 'delivered', version: changed.version })
  })

  test('again under the same key, after an answer that was lost, gets that answer and takes no second step', async () => {
    const parties = await orders.parties()
    const { id, version } = await orders.at('in_progress', parties)
    const ask = { version, key: randomUUID(), percent: 40 }
    const pressed = await Promise.all(
      Array.from({ length: 10 }, () => orders.step(parties.creator, id, 'offer_share', ask)),
    )
    expect(new Set(pressed.map((order) => order.version))).toEqual(new Set([version + 1]))
    const ending = { version: version + 1, key: randomUUID(), yes: true, percent: 40 }
    await orders.step(parties.client, id, 'answer_share', ending)
    const again = await orders.step(parties.client, id, 'answer_share', ending)
    expect(again).toMatchObject({ status: 'settled', version: version + 2 })
    expect(again.events.filter(({ what }) => what === 'settled')).toHaveLength(1)
    // A key stands for one step of one person.
    expect(await refusalOf(orders.step(parties.client, id, 'dispute', ending))).toBe('PT422 step_invalid')
    expect(await refusalOf(orders.step(parties.creator, id, 'answer_share', ending))).toBe('PT422 step_invalid')
    // What was refused may be tried again under its key.
    const refused = await orders.at('in_progress', parties)
    const early = { key: randomUUID() }
    expect(await refusalOf(orders.step(parties.client, refused.id, 'refund', early))).toBe('PT409 not_late')
    await orders.billing.move('12 days')
    expect(await orders.step(parties.client, refused.id, 'refund', early)).toMatchObject({ status: 'refunded' })
    await orders.billing.requireSound()
  })

  test('twenty times at once is heard once', async () => {
    const parties = await orders.parties()
    const order = await orders.at('delivered', parties)
    const { version } = order
    const tries = Array.from({ length: 20 }, (_, place) =>
      refusalOf(
        place % 2 === 0
          ? orders.step(parties.client, order.id, 'accept', { version })
          : orders.step(parties.client, order.id, 'revise', { version, ...details['revise'] }),
      ),
    )
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'PT409 commission_state']))
    await orders.billing.requireSound()
  })

  test('as a stranger finds nothing, and the staff only what is disputed', async () => {
    const parties = await orders.parties()
    const order = await orders.at('in_progress', parties)
    const [stranger, staff] = [await orders.person(), await orders.person()]
    expect(await refusalOf(orders.read(stranger, order.id))).toBe('PT404 commission_unknown')
    expect(
      await refusalOf(orders.ask(stranger, `commission_step($1, 'dispute', $2, '{}')`, order.id, order.version)),
    ).toBe('PT404 commission_unknown')
    expect(await refusalOf(orders.asStaff(staff, 'read_commission($1)', order.id))).toBe('PT404 commission_unknown')
    await orders.step(parties.client, order.id, 'dispute', details['dispute'] as Record<string, unknown>)
    expect(await orders.asStaff(staff, 'read_commission($1)', order.id)).toMatchObject({ role: 'staff', may: [] })
  })

  test('writes no state: neither somebody signed in nor the service key touches a table', async () => {
    const parties = await orders.parties()
    const { id } = await orders.at('delivered', parties)
    for (const table of [
      'commissions',
      'escrows',
      'milestones',
      'commission_events',
      'commission_disputes',
      'services',
    ]) {
      const write = `update billing.${table} set id = id`
      expect(await refusalOf(orders.billing.as(parties.client, write))).toBe('42501')
      expect(await refusalOf(orders.billing.ledger.asServer(write))).toBe('42501')
      expect(await refusalOf(orders.billing.as(parties.client, `select from billing.${table}`))).toBe('42501')
    }
    for (const call of ['advance_commissions(1)', `add_commission_file('${parties.client}', '${id}', '{}')`])
      expect(await refusalOf(orders.ask(parties.client, call))).toBe('42501')
  })

  test('is apart from the creator asks for nothing and finds nothing', async () => {
    const parties = await orders.parties()
    const before = await orders.at('in_progress', parties)
    await orders.billing.as(parties.creator, 'insert into public.blocks (blocked_id) values ($1)', [parties.client])
    expect(await refusalOf(orders.request(parties))).toBe('PT404 service_unknown')
    expect(await orders.ask(parties.client, 'services_of($1)', parties.creator)).toEqual([])
    // What is under way goes on by its own buttons, and is told.
    await orders.step(parties.creator, before.id, 'ask_time', { days: 4 })
    const given = await orders.step(parties.client, before.id, 'answer_time', { yes: true })
    expect(given.events.at(-1)).toMatchObject({ what: 'time_given', by: 'client' })
  })
})
