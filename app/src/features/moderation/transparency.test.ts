import { expect, test } from 'vitest'

import { toQuarters } from './transparency.ts'

const today = new Date('2027-02-10T12:00:00Z')

test('the quarter that runs, and of those before it the ones in which something was done, over the end of a year', () => {
  expect(toQuarters([], today)).toEqual([{ year: 2027, number: 1, totals: [] }])
  const rows = [{ quarter: '2026-04-01', measure: 'reported', rule: 'spam', total: 1 }] as const
  const quarters = toQuarters(rows, today)
  expect(quarters.map(({ year, number }) => `${number}/${year}`)).toEqual(['1/2027', '2/2026'])
})

test('measures in the order of what happens, their rules by how often', () => {
  const [now, before] = toQuarters(
    [
      { quarter: '2027-01-01', measure: 'overturned', rule: 'theft', total: 1 },
      { quarter: '2027-01-01', measure: 'reported', rule: 'spam', total: 2 },
      { quarter: '2027-01-01', measure: 'reported', rule: 'hate', total: 5 },
      { quarter: '2026-10-01', measure: 'block', rule: null, total: 4 },
    ],
    today,
  )
  expect(now?.totals).toEqual([
    {
      measure: 'reported',
      total: 7,
      rules: [
        { rule: 'hate', total: 5 },
        { rule: 'spam', total: 2 },
      ],
    },
    { measure: 'overturned', total: 1, rules: [{ rule: 'theft', total: 1 }] },
  ])
  expect(before?.totals).toEqual([{ measure: 'block', total: 4, rules: [] }])
})
