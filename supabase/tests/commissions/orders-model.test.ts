/** Drawn orders, several at once, some acts taken back and some processes killed half-way: every franc is in one place. */
import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { openCommissions, type Commissions } from './open-commissions.ts'

const perService = 10
const workers = 3

let orders: Commissions
let staff: string[]
beforeAll(async () => {
  orders = await openCommissions()
  staff = await Promise.all([orders.person(), orders.person(), orders.person()])
  await asOwner(await readFile(new URL('drawn-orders.sql', import.meta.url), 'utf8'))
})
afterAll(() => orders[Symbol.asyncDispose]())

const asOwner = <Row extends object>(text: string, params: unknown[] = []) =>
  orders.billing.ledger.asOwner<Row>(text, params)

/** Draws orders of one service; where it dies, what it had not begun stays undrawn. */
async function drawSome(count: number, dies: boolean): Promise<void> {
  const { creator, service } = await orders.service({ slots: 20 })
  const connection = await orders.billing.ledger.ownConnection()
  connection.on('error', () => undefined)
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  const drawn = connection.query('call drawn.orders($1, $2, $3, $4)', [count, creator, service, staff])
  if (dies) {
    const paid = async () => (await asOwner(`select from billing.escrows where creator_id = $1`, [creator])).length > 0
    await Promise.race([drawn, vi.waitUntil(paid, { timeout: 60_000, interval: 20 })])
    await asOwner('select pg_terminate_backend($1)', [rows[0]!.pid])
  }
  const outcome = await drawn.then(
    () => 'drawn',
    (error: Error) => error.message,
  )
  connection.release(dies)
  expect(outcome).toMatch(dies ? /terminat|drawn/u : /^drawn$/u)
}

test(
  'drawn orders, killed half-way: each franc is in exactly one place',
  async () => {
    const all = draws({ few: 60, many: 10_000 })
    // What a killed process or a closed service leaves undrawn is drawn by the next one.
    const drawn = async () => (await asOwner('select from billing.commissions')).length
    const work = async (worker: number) => {
      for (let batch = worker; (await drawn()) < all; batch += 1) await drawSome(perService, batch % 5 === 4)
    }
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
    expect(await asOwner('select * from drawn.misplaced')).toEqual([])
    await orders.billing.requireSound()
    const reached = await asOwner<{ status: string; orders: string }>(
      'select status, count(*) as orders from billing.commissions group by 1 order by 1',
    )
    expect(reached.length).toBeGreaterThan(6)
  },
  draws({ few: 120_000, many: 3_600_000 }),
)
