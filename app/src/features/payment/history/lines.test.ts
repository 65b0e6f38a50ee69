import { describe, expect, test } from 'vitest'

import type { CreditEntry } from '#entities/credits/credit-queries.ts'

import { isOf, linesOf } from './lines.ts'

let seq = 0
function leg(id: number, account: CreditEntry['account'], kind: string, amount: number): CreditEntry {
  seq += 1
  const facts = { ref_type: null, ref_id: null, why: null, created_at: '2026-11-22T10:00:00Z' }
  return { id, seq, account, kind, amount, balance_after: 0, version: 1, ...facts }
}

/** Newest first: five given, twenty-five bought, six spent of both accounts, one given back. */
const entries = [
  leg(5, 'held', 'release', -1),
  leg(5, 'paid', 'release', 1),
  leg(4, 'held', 'capture', -5),
  leg(3, 'promo', 'hold', -5),
  leg(3, 'paid', 'hold', -1),
  leg(3, 'held', 'hold', 6),
  leg(2, 'paid', 'purchase', 25),
  leg(1, 'promo', 'bonus', 5),
]

describe('the lines of a statement', () => {
  test('are one per transfer that changed what one can spend, each with what it left', () => {
    expect(linesOf(entries, 25).map(({ id, change, balance }) => [id, change, balance])).toEqual([
      [5, 1, 25],
      [3, -6, 24],
      [2, 25, 30],
      [1, 5, 5],
    ])
  })

  test('begin where one has nothing', () => {
    const first = linesOf(entries, 25).at(-1)
    expect(first && first.balance - first.change).toBe(0)
  })

  test.each([
    ['purchases', [2]],
    ['spending', [5, 3]],
    ['earned', [1]],
    ['gifts', []],
    ['all', [5, 3, 2, 1]],
  ] as const)('%s', (filter, ids) => {
    const shown = linesOf(entries, 25).filter((line) => isOf(filter, line))
    expect(shown.map(({ id }) => id)).toEqual(ids)
  })

  test.each(['gift', 'gift_back'])('a %s between people is no earning', (kind) => {
    const [line] = linesOf(entries, 25)
    expect([isOf('gifts', { ...line!, kind }), isOf('earned', { ...line!, kind })]).toEqual([true, false])
  })
})
