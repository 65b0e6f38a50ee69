import { expect, test } from 'vitest'

import type { CreditAccount, CreditEntry, CreditHold } from '#entities/credits/credit-queries.ts'

import { checkCredits, type CreditsRead } from './check-credits.ts'

const entry = (
  id: number,
  [account, amount, balanceAfter, version]: [CreditAccount, number, number, number],
): CreditEntry => ({
  id,
  seq: 1,
  account,
  kind: 'test',
  amount,
  balance_after: balanceAfter,
  version,
  ref_type: null,
  ref_id: null,
  why: null,
  created_at: '2026-11-21T12:00:00Z',
})

const hold = (amount: number): CreditHold => ({
  id: `hold of ${amount}`,
  amount,
  ref_type: 'generation',
  ref_id: 'one',
  expires_at: '2026-11-21T12:15:00Z',
})

const right: CreditsRead = {
  balance: { promo: 2, paid: 16, available: 18, held: 3, debt: 0 },
  holds: [hold(1), hold(2)],
  isWhole: false,
  entries: [
    entry(4, ['held', 3, 3, 1]),
    entry(4, ['promo', -3, 2, 2]),
    entry(3, ['paid', -4, 16, 9]),
    entry(2, ['paid', 20, 20, 8]),
    entry(1, ['promo', 5, 5, 1]),
  ],
}
const all = { sum: true, latest: true, chain: true, holds: true }

test('figures that agree are right, also where older entries were not read', () => {
  expect(checkCredits(right)).toEqual(all)
})

test('a debt is counted with its sign', () => {
  const inDebt = { ...right, balance: { ...right.balance, debt: 4 }, entries: [entry(5, ['debt', -4, -4, 1])] }
  expect(checkCredits(inDebt)).toEqual(all)
})

const without = (id: number) => right.entries.filter((one) => one.id !== id)

test.each<[string, CreditsRead, object]>([
  ['a sum', { ...right, balance: { ...right.balance, available: 19 } }, { sum: false }],
  ['a balance', { ...right, balance: { ...right.balance, paid: 17, available: 19 } }, { latest: false }],
  ['an amount', { ...right, entries: [...without(3), entry(3, ['paid', -5, 16, 9])] }, { chain: false }],
  ['an entry that is gone', { ...right, entries: [...without(2), entry(2, ['paid', 20, 20, 7])] }, { chain: false }],
  ['a first entry', { ...right, entries: [...without(1), entry(1, ['promo', 4, 5, 1])] }, { chain: false }],
  ['a balance out of nothing', { ...right, entries: without(1).slice(0, 2), isWhole: true }, { latest: false }],
  ['a hold', { ...right, holds: [hold(1)] }, { holds: false }],
])('%s that does not fit is seen', (_, read, wrong) => {
  expect(checkCredits(read)).toEqual({ ...all, ...wrong })
})
