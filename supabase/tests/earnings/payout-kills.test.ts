/**
 * Withdrawals while the processes that send them are killed between any two steps, and the provider answers late, twice or not
 * at all: none is sent twice, none is lost.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { FedapayClient } from '../../functions/_shared/payments/fedapay/fedapay-client.ts'
import { fedapayPayouts } from '../../functions/_shared/payments/fedapay/fedapay-payouts.ts'
import { sealNumber } from '../../functions/_shared/payments/paying-number.ts'
import { movePayout, type DuePayout, type Sender } from '../../functions/_shared/payments/payouts/move-payouts.ts'
import type { PaymentProvider } from '../../functions/_shared/payments/provider.ts'
import { SandboxPayouts } from '../../functions/_shared/payments/sandbox/sandbox-payouts.ts'
import { openPayouts, type Payouts } from './open-payouts.ts'

const people = draws({ few: 8, many: 10_000 })
const processes = draws({ few: 3, many: 10 })
const chance = 0.18

let payouts: Payouts
beforeAll(async () => {
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'a-service-key-of-this-test-alone-0123456789')
  payouts = await openPayouts()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await payouts[Symbol.asyncDispose]()
})

/** Of a seed: the same draws in every run. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The sandbox itself, behind the wire that the client speaks. */
function sandboxAnswer(api: SandboxPayouts, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const id = /\/payouts\/?(.*)$/.exec(pathname)?.[1] ?? ''
  if (request.method === 'POST') return api.create(request)
  if (request.method === 'PUT') return api.start(request)
  if (request.method === 'DELETE') return api.drop(id)
  return id === 'search' ? api.search(searchParams) : api.read(id)
}

/** What becomes of a request: it is answered, arrives twice, is done unheard, never arrives, or arrives when nobody waits any more. */
type Fate = 'answered' | 'twice' | 'done and lost' | 'lost' | 'late'

function fateOf(chance: number): Fate {
  const fates = [
    ['lost', 0.06],
    ['done and lost', 0.12],
    ['late', 0.18],
    ['twice', 0.26],
  ] as const
  return fates.find(([, below]) => chance < below)?.[0] ?? 'answered'
}

/** The provider behind a bad network; answers what lets the late requests arrive. */
function answers(next: () => number): () => Promise<void> {
  const api = new SandboxPayouts(payouts.process(() => false))
  const late: Request[] = []
  const arrive = (request: Request) =>
    sandboxAnswer(api, request).catch((error: { status?: number }) =>
      Response.json({}, { status: error.status ?? 500 }),
    )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = () => new Request(url, { ...init, signal: null })
    const fate = fateOf(next())
    if (fate === 'late') late.push(request())
    if (fate === 'late' || fate === 'lost') throw new TypeError('No answer')
    const first = await arrive(request())
    if (fate === 'done and lost') throw new TypeError('No answer')
    return fate === 'twice' ? arrive(request()) : first
  })
  return async () => {
    await inTurns(late.splice(0), arrive)
  }
}

const client = new FedapayClient({ provider: 'sandbox', url: 'http://sandbox.test', key: 'k' })
const sender: Sender = {
  provider: { name: 'sandbox' } as PaymentProvider,
  payouts: fedapayPayouts(client, 'test'),
}

/** One process: takes what is due and moves it on, until it is done or dead. */
async function runProcess(dies: () => boolean): Promise<void> {
  const service = payouts.process(dies)
  try {
    const claimed = await service.rpc('claim_payouts', { p_limit: 20, p_provider: 'sandbox' })
    await Promise.all((claimed.data as DuePayout[]).map((due) => movePayout(service, sender, due)))
  } catch {
    // Whatever it was about to do, another one does.
  }
}

async function isOver(): Promise<boolean> {
  const [row] = await payouts.billing.ledger.asOwner<{ open: number }>(
    `select count(*)::int as open from billing.payouts where status in ('prepared', 'sending', 'unknown')`,
  )
  return row!.open === 0
}

/** Eight at once. */
async function inTurns<Item, Made>(items: readonly Item[], work: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [place, item] of waiting) made[place] = await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return made
}

const expected = (way: string) => ({ '32': ['failed'], '35': ['sent', 'returned'] })[way] ?? ['sent']

test(
  'whatever dies: at most one send each, and every franc in one place',
  async () => {
    const places = Array.from({ length: people }, (_, place) => place)
    // What becomes of it follows from the number; the limit of three a day to one number is not what this is about.
    const numberOf = (place: number) => `22901000000${31 + (place % 6)}`
    const asked = await inTurns(places, (place) =>
      payouts.earner(10_000, `${place}:${numberOf(place)}`, sealNumber(numberOf(place))),
    )
    await payouts.billing.move('73 hours')
    await inTurns(asked, (person) => payouts.released(person, 4000))
    const next = drawn(31)
    const dies = () => next() < chance
    const lateOnesArrive = answers(next)
    for (let round = 0; !(await isOver()); round += 1) {
      if (round > 50 * people) throw new Error('It never ends')
      await Promise.all(Array.from({ length: processes }, () => runProcess(dies)))
      // Time passes: the leases of the dead run out.
      await payouts.billing.ledger.asOwner(
        'update billing.payouts set lease_until = null where lease_until is not null',
      )
      await payouts.billing.move('10 minutes')
      // After others have taken over what those who asked had begun.
      if (round % 2 === 1) await lateOnesArrive()
    }
    await lateOnesArrive()
    const ends = await payouts.billing.ledger.asOwner<{ status: string; sends: number; way: string }>(
      `select p.status, count(s.started_at)::int as sends, coalesce(right(max(s.number), 2), '') as way
     from billing.payouts p left join sandbox.payouts s on s.merchant_reference = p.id::text group by p.id`,
    )
    expect(ends).toHaveLength(people)
    expect(ends.filter(({ sends }) => sends > 1)).toEqual([])
    // What the operator did is what our books say: 32 refuses, 35 gives back after a minute, all others send.
    expect(ends.filter(({ status, way, sends }) => sends !== 1 || !expected(way).includes(status))).toEqual([])
    await inTurns(asked, async (person) => {
      const { earned, payable } = await payouts.places(person)
      expect([payable, (await payouts.statusOf(person)) === 'sent' ? 6000 : 10_000]).toEqual([0, earned])
    })
    await payouts.billing.requireSound()
  },
  draws({ few: 300_000, many: 7_200_000 }),
)
