import { expect, test } from 'vitest'

import type { Offer } from '#entities/payment/payment-queries.ts'

import { topUpChoices } from './choices.ts'

const pack = (credits: number, amount: number): Offer => {
  return { priceId: `p${credits}`, sku: `pack_${credits}`, kind: 'pack', credits, amount }
}
const offers: Offer[] = [
  { priceId: 'one', sku: 'topup', kind: 'topup', credits: 1, amount: 50 },
  pack(10, 500),
  pack(25, 1000),
  pack(70, 2500),
]

test.each([
  [
    1,
    [
      [2, 100],
      [25, 1000],
    ],
  ],
  [
    3,
    [
      [3, 150],
      [25, 1000],
    ],
  ],
  [
    9,
    [
      [9, 450],
      [25, 1000],
    ],
  ],
  [10, [[10, 500]]],
  [11, [[25, 1000]]],
  [80, []],
])('short of %i credits', (missing, wanted) => {
  expect(topUpChoices(offers, missing).map(({ credits, amount }) => [credits, amount])).toEqual(wanted)
})

test('only the top-up is counted by credits', () => {
  expect(topUpChoices(offers, 3).map(({ priceId, isTopUp }) => [priceId, isTopUp])).toEqual([
    ['one', true],
    ['p25', false],
  ])
})
