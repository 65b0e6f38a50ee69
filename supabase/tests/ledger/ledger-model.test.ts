/** L7: whatever is done in whatever order, the ledger says what a plain model of it says. */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { codeOf, openLedger, type Balances, type Hold, type Ledger } from './open-ledger.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger[Symbol.asyncDispose]())

/** `which` counts among the holds made so far, whoever's they are. */
type Operation =
  | { do: 'give' | 'buy'; who: number; amount: number }
  | { do: 'hold'; who: number; amount: number; lapsed: boolean }
  | { do: 'hold again'; which: number; who: number; amount: number | null }
  | { do: 'settle'; which: number; capture: number }
  | { do: 'extend'; which: number }
  | { do: 'sweep' }
  | { do: 'owe'; who: number; amount: number }

const people = 3
const who = fc.nat(people - 1)
const which = fc.nat(11)
const amount = fc.integer({ min: 1, max: 9 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('give', 'buy'), who, amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('hold'), who, amount, lapsed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold again'), which, who, amount: fc.option(amount) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle'), which, capture: fc.integer({ min: -1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('extend'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('owe'), who, amount: fc.integer({ min: 1, max: 2 }) }) },
)

interface ModelHold {
  readonly id: string
  readonly job: string
  readonly who: number
  readonly amount: number
  readonly ofPromo: number
  lapsed: boolean
  state: Hold['state']
  captured: number
}

type Purse = { -readonly [Kind in keyof Balances]: Balances[Kind] }

/** The ledger as one would explain it: answers what each operation ends in, `done` or a SQLSTATE. */
class Model {
  readonly purses: Purse[] = Array.from({ length: people }, () => ({ promo: 5, paid: 0, held: 0, debt: 0 }))
  readonly holds: ModelHold[] = []

  hold(person: number, wanted: number, lapsed: boolean, { id, job }: Pick<ModelHold, 'id' | 'job'>): string {
    const purse = this.purses[person]!
    if (purse.debt < 0 || purse.promo + purse.paid < wanted) return 'PT402'
    const ofPromo = Math.min(purse.promo, wanted)
    purse.promo -= ofPromo
    purse.paid -= wanted - ofPromo
    purse.held += wanted
    this.holds.push({ id, job, who: person, amount: wanted, ofPromo, lapsed, state: 'open', captured: 0 })
    return 'done'
  }

  settle(hold: ModelHold, capture: number, closed: Hold['state'] = capture > 0 ? 'captured' : 'released'): string {
    if (hold.state !== 'open') return hold.captured === capture ? 'done' : 'PT409'
    if (capture < 0 || capture > hold.amount) return 'PT422'
    const purse = this.purses[hold.who]!
    const promoUsed = Math.min(capture, hold.ofPromo)
    purse.held -= hold.amount
    purse.promo += hold.ofPromo - promoUsed
    purse.paid += hold.amount - hold.ofPromo - (capture - promoUsed)
    hold.state = closed
    hold.captured = capture
    return 'done'
  }

  sweep(): void {
    for (const hold of this.holds) if (hold.state === 'open' && hold.lapsed) this.settle(hold, 0, 'expired')
  }
}

/** Both do the same: the model answers what the ledger must. */
class Both {
  readonly model = new Model()
  readonly #users: readonly string[]

  constructor(users: readonly string[]) {
    this.#users = users
  }

  async run(step: Operation): Promise<void> {
    const [expected, call] = this.#plan(step)
    const outcome = await call().then(() => 'done', codeOf)
    if (outcome !== expected) throw new Error(`${JSON.stringify(step)} ended in ${outcome}, not in ${expected}`)
  }

  #plan(step: Operation): [string, () => Promise<unknown>] {
    const { model } = this
    if (step.do === 'sweep') {
      model.sweep()
      return ['done', () => ledger.sweep(1000)]
    }
    if (step.do === 'settle' || step.do === 'extend' || step.do === 'hold again') return this.#planOnHold(step)
    const user = this.#users[step.who]!
    const purse = model.purses[step.who]!
    if (step.do === 'hold') {
      const made = { id: randomUUID(), job: randomUUID() }
      const expected = model.hold(step.who, step.amount, step.lapsed, made)
      const ttl = step.lapsed ? '-1 minute' : '1 hour'
      return [expected, () => ledger.hold({ user, amount: step.amount, ...made, ttl })]
    }
    if (step.do === 'give') {
      purse.promo += step.amount
      const give = () => ledger.asOwner('select ledger.give($1, $2, $3)', [user, step.amount, randomUUID()])
      return ['done', give]
    }
    if (step.do === 'buy') {
      purse.paid += step.amount
      return ['done', () => ledger.buy(user, step.amount)]
    }
    purse.debt -= step.amount
    const legs = [
      { o: `user:${user}`, k: 'debt', a: 'CREDIT', n: -step.amount },
      { o: 'platform', k: 'issued', a: 'CREDIT', n: step.amount },
    ]
    return ['done', () => ledger.post(`test:${randomUUID()}`, legs)]
  }

  #planOnHold(step: Extract<Operation, { which: number }>): [string, () => Promise<unknown>] {
    const { holds } = this.model
    const hold = holds[step.which % Math.max(1, holds.length)]
    if (hold === undefined) return ['PT404', () => ledger.settle(randomUUID())]
    if (step.do === 'settle') {
      const expected = this.model.settle(hold, step.capture)
      return [expected, () => ledger.settle(hold.id, { capture: step.capture })]
    }
    if (step.do === 'extend') {
      const isOpen = hold.state === 'open'
      if (isOpen) hold.lapsed = false
      return [isOpen ? 'done' : 'PT404', () => ledger.extend(hold.id, '1 hour')]
    }
    const asked = step.amount ?? hold.amount
    const user = this.#users[step.who]!
    const isSame = step.who === hold.who && asked === hold.amount
    return [isSame ? 'done' : 'PT409', () => ledger.hold({ user, amount: asked, job: hold.job })]
  }

  /** What the ledger has, in the model's words. */
  async look(): Promise<unknown> {
    const ids = this.model.holds.map(({ id }) => id)
    const rows = await ledger.asOwner<Hold>('select * from ledger.holds where id = any ($1)', [ids])
    const kept = new Map(rows.map((row) => [row.id, [row.state, Number(row.captured), Number(row.from_promo)]]))
    return {
      purses: await Promise.all(this.#users.map((user) => ledger.balancesOf(user))),
      holds: ids.map((id) => kept.get(id)),
    }
  }

  expected(): unknown {
    const { purses, holds } = this.model
    return { purses, holds: holds.map(({ state, captured, ofPromo }) => [state, captured, ofPromo]) }
  }
}

test('L7 random operations end as the model says, and nothing is violated', async () => {
  let done = 0
  const property = fc.asyncProperty(fc.array(operation, { minLength: 50, maxLength: 60 }), async (steps) => {
    const both = new Both(await Promise.all(Array.from({ length: people }, () => ledger.newPerson())))
    for (const step of steps) await both.run(step)
    expect(await both.look()).toEqual(both.expected())
    done += steps.length
  })
  const numRuns = draws({ few: 12, many: 200 })
  await fc.assert(property, { numRuns })
  expect(done).toBeGreaterThanOrEqual(numRuns * 50)
  // Expired holds that no sweep came for are no defect.
  await ledger.sweep(100_000)
  await ledger.requireSound()
}, 600_000)
