/** Purchases while server, worker and database are killed (RELIABILITY D-24 to D-26): nothing that was paid is lost or credited twice, and nothing stays open. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { KillableNode } from '../../../tests/support/killable-node.ts'
import { join as signUp } from '../../../tests/support/people.ts'
import { asClusterOwner, fillFolder } from '../../../tests/support/start-system.ts'
import type { PaymentStarted } from '../../functions/_shared/contract/src/index.ts'
import { insist, killDatabase } from '../support/kills.ts'

const purchases = draws({ few: 12, many: 200 })
const kills = draws({ few: 3, many: 15 })
const senders = 4
/** One of each, so that no purchase of a person is taken for the one before. */
const prices = ['02', '03', '04', '05'].map((number) => `01940000-0000-7000-8000-0000000000${number}`)
/** Webhooks that are lost, doubled or answered late, answers that never come, a twin, refusals, and a card. */
const ways = ['01', '08', '09', '14', '22', '02', '13', 'card', '03'] as const
const victims = ['server', 'database', 'both'] as const

let folder: string
let node: KillableNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-chaos-'))
  await fillFolder(folder)
  node = await KillableNode.create({ DATA_DIR: folder, PAYMENTS_SANDBOX: 'on', SHED_LOAD: 'off' })
  await node.start()
}, 300_000)
afterAll(async () => {
  // Gently: the database that it has started goes with it.
  await node.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Whoever buys by card presses the button of the bank's page, if they were told where that is. */
async function buy(token: string, price: string, way: (typeof ways)[number]): Promise<void> {
  const method =
    way === 'card' ? { kind: 'card' } : { kind: 'mobile_money', operator: 'mtn_bj', number: `01 00 00 00 ${way}` }
  const body = { price_id: price, method }
  const { next } = await insist<PaymentStarted>(node, 'payment-start', token, { body, key: randomUUID() })
  if (next.kind !== 'url') return
  const page = `payment-sandbox/page/${new URL(next.url).searchParams.get('sandbox')}`
  await insist(node, page, token, { body: { outcome: 'card_accepted' } })
}

class Shopping {
  begun = 0
  killed = 0

  /** No faster than there are kills: each of them meets purchases. */
  async run(tokens: readonly string[]): Promise<void> {
    const waiting = Array.from({ length: purchases }, (_, place) => place).values()
    const work = async () => {
      for (const place of waiting) {
        while (place * kills > (this.killed + 1) * purchases) await delay(20)
        this.begun += 1
        const token = tokens[Math.floor(place / prices.length)]!
        await buy(token, prices[place % prices.length]!, ways[place % ways.length]!)
      }
    }
    await Promise.all(Array.from({ length: senders }, work))
  }

  async kill(): Promise<void> {
    for (; this.killed < kills; this.killed += 1) {
      while (this.begun * kills < (this.killed + 0.5) * purchases) await delay(20)
      // At any moment of a purchase, or of what the worker does for it.
      await delay(Math.random() * 1500)
      const victim = victims[this.killed % victims.length]
      if (victim !== 'server') await killDatabase(folder)
      if (victim === 'database') continue
      await node.end('SIGKILL')
      await node.start()
    }
  }
}

/** Whose credits differ from what the sandbox says was paid: by less, something is lost; by more, something came twice. */
const differences = `
  with due as (
    select p.user_id, sum(p.credits)::int as credits
    from sandbox.transactions t
    join billing.attempts a on a.id::text = t.merchant_reference
    join billing.payments p on p.id = a.payment_id
    where t.sent_at is not null and t.scenario not in ('02', '03')
    group by p.user_id),
  held as (
    select a.owner, sum(e.amount)::int as credits
    from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.kind = 'paid' and a.asset = 'CREDIT' and a.owner like 'user:%'
    group by a.owner)
  select d.user_id, coalesce(d.credits, 0) as due, coalesce(h.credits, 0) as held
  from due d full join held h on h.owner = 'user:' || d.user_id
  where coalesce(d.credits, 0) <> coalesce(h.credits, 0)`

const rows = (sql: string) => asClusterOwner<Record<string, unknown>>(folder, sql)
const open = (...statuses: string[]) =>
  rows(`select p.id, p.status, p.reason, a.state, a.provider_ref, a.poll_at, a.lease_until, a.created_at, billing.clock() as now
    from billing.payments p join billing.attempts a on a.payment_id = p.id
    where p.status in (${statuses.map((status) => `'${status}'`).join()})`)

const paid = async () =>
  Number((await rows(`select count(*) as n from billing.payments where status = 'paid'`))[0]?.['n'])

const settles = { timeout: 150_000, interval: 500 }

test(
  `${purchases} purchases, ${kills} kills of server and database: each that was paid is credited once, and none stays open`,
  async () => {
    const anonKey = await node.anonKey()
    const tokens: string[] = []
    for (let place = 0; place < purchases / prices.length; place += 1)
      tokens.push((await signUp({ url: node.url, anonKey })).access_token)
    const shopping = new Shopping()
    await Promise.all([shopping.run(tokens), shopping.kill()])

    await expect.poll(() => rows(differences), settles).toEqual([])
    // What nobody was told of is asked for in its own time; what was killed unsent is never paid.
    await expect.poll(paid, settles).toBeGreaterThan(purchases / 4)
    await expect.poll(() => rows(differences), settles).toEqual([])

    // What was killed before its provider was asked is over after two minutes, what rang nobody after a day.
    await insist(node, 'payment-sandbox/clock', tokens[0]!, { body: { by: 'hour' } })
    await expect.poll(() => open('created'), settles).toEqual([])
    await insist(node, 'payment-sandbox/clock', tokens[0]!, { body: { by: 'day' } })
    await expect.poll(() => open('created', 'pending', 'review'), settles).toEqual([])
    expect(await rows(differences)).toEqual([])
    expect(await rows(`select kind, ref, details from billing.findings where kind <> 'paid_again'`)).toEqual([])
    expect(await rows('select * from ledger.violations')).toEqual([])
    expect(await rows('select * from billing.violations')).toEqual([])
  },
  draws({ few: 420_000, many: 3_600_000 }),
)
