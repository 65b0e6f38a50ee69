/** Withdrawals while server, worker and database are killed for good: none is sent twice, none is lost. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { KillableNode } from '../../../tests/support/killable-node.ts'
import { codeIn, messageTo } from '../../../tests/support/outbox.ts'
import { join as signUp } from '../../../tests/support/people.ts'
import { asClusterOwner, fillFolder } from '../../../tests/support/start-system.ts'
import { insist, killDatabase } from '../support/kills.ts'

const rounds = draws({ few: 1, many: 10 })
/** Sent, refused, made without an answer, started without one, given back, and one for which there is too little at first. */
const ways = ['31', '32', '33', '34', '35', '36'] as const
const victims = ['server', 'database', 'server'] as const

let folder: string
let node: KillableNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payout-chaos-'))
  await fillFolder(folder)
  node = await KillableNode.create({ DATA_DIR: folder, PAYMENTS_SANDBOX: 'on', SHED_LOAD: 'off' })
  await node.start()
}, 300_000)
afterAll(async () => {
  await node.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const rows = (sql: string) => asClusterOwner<Record<string, unknown>>(folder, sql)

interface Earner {
  readonly client: SupabaseClient
  readonly token: string
}

/** Somebody who paid once by a number, proved it, and has 300 000 F. */
async function earner(anonKey: string, way: string): Promise<Earner> {
  const { access_token: token, user } = await signUp({ url: node.url, anonKey })
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient(node.url, anonKey, { auth: { persistSession: false }, global: { headers } })
  const number = { operator: 'mtn_bj', number: `01 00 00 00 ${way}` }
  const method = { kind: 'mobile_money', ...number }
  const body = { price_id: '01940000-0000-7000-8000-000000000002', method }
  await insist(node, 'payment-start', token, { body, key: randomUUID() })
  const isPaid = async () =>
    (await client.from('my_balance').select('paid').single<{ paid: number }>()).data?.paid === 10
  await vi.waitUntil(isPaid, { timeout: 60_000, interval: 200 })
  await insist(node, 'payment-number', token, { body: { ...number, receives: true } })
  const code = codeIn(await messageTo(folder, `22901000000${way}`))
  await insist(node, 'payment-number', token, { body: { ...number, receives: true, code } })
  const who = { legal_name: 'Awa Sanogo', birth_date: '1996-05-04', country: 'BJ', number_is_mine: true }
  await client.rpc('save_identity', who).throwOnError()
  await rows(`select ledger.post('test:${user.id}', 'test', jsonb_build_array(
    jsonb_build_object('o', 'platform', 'k', 'royalty_pool', 'a', 'XOF', 'n', -300000),
    jsonb_build_object('o', 'user:${user.id}', 'k', 'earned', 'a', 'XOF', 'n', 300000)))`)
  return { client, token }
}

const clock = (by: 'hour' | 'day', { token }: Earner) => insist(node, 'payment-sandbox/clock', token, { body: { by } })

/** As a member of the staff who has looked at each. */
const release = () =>
  rows(`
    with staff as (select set_config('request.jwt.claims', jsonb_build_object(
      'sub', gen_random_uuid(), 'role', 'authenticated', 'app_metadata', jsonb_build_object('staff', true))::text, true) as claims)
    select public.decide_payout(p.id, true, 'Vu') from staff cross join billing.payouts p
    where p.status = 'held' and staff.claims is not null`)

/** At any moment between what is claimed and what is believed. */
async function kill(victim: (typeof victims)[number]): Promise<void> {
  await delay(Math.random() * 1500)
  if (victim === 'database') return killDatabase(folder)
  await node.end('SIGKILL')
  await node.start()
}

const isOver = async (): Promise<boolean> => {
  const open = rows(`select id from billing.payouts where status in ('prepared', 'sending', 'unknown')`)
  return (await open.catch(() => [null])).length === 0
}

const ends: Readonly<Record<string, readonly string[]>> = { '32': ['failed'], '35': ['sent', 'returned'] }

test(
  `${ways.length * rounds} withdrawals under kills of server and database: each is sent once at most, and its money is in one place`,
  async () => {
    const anonKey = await node.anonKey()
    const earners: Earner[] = []
    for (const way of ways) earners.push(await earner(anonKey, way))
    for (let day = 0; day < 4; day += 1) await clock('day', earners[0]!)
    for (let round = 0; round < rounds; round += 1) {
      for (const { client } of earners)
        await client.rpc('ask_payout', { amount: 2000, key: randomUUID() }).throwOnError()
      await release()
      for (const victim of victims) await kill(victim)
      while (!(await isOver())) {
        await clock('hour', earners[0]!)
        await delay(500)
      }
      await clock('day', earners[0]!)
    }
    const found = await rows(`
      select p.status, right(max(s.number), 2) as way, count(s.started_at)::int as sends
      from billing.payouts p left join sandbox.payouts s on s.merchant_reference = p.id::text group by p.id`)
    expect(found).toHaveLength(ways.length * rounds)
    expect(found.filter(({ sends }) => sends !== 1)).toEqual([])
    const differs = ({ way, status }: Record<string, unknown>) =>
      !(ends[String(way)] ?? ['sent']).includes(String(status))
    expect(found.filter(differs)).toEqual([])
    expect(await rows('select * from ledger.violations')).toEqual([])
    expect(await rows('select * from billing.violations')).toEqual([])
  },
  draws({ few: 420_000, many: 3_600_000 }),
)
