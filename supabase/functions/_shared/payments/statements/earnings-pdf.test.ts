import { expect, test } from 'vitest'

import { earningsPdf, partsOf, type EarningRow } from './earnings-pdf.ts'

const font = new URL('../../../payment-receipt/receipt.ttf', import.meta.url)
const line: EarningRow = {
  id: '01940000-0000-7000-8000-000000000001',
  source: 'tip',
  gross: 125,
  fee: 25,
  taken_back: 40,
  amount: 60,
  state: 'pending',
  created_at: '2026-11-22T10:00:00Z',
}
const sum = { source: 'tip', lines: 1, gross: 125, fee: 25, taken_back: 40, amount: 60 } as const
const plain = (text = '') => text.replaceAll(/\s/gu, ' ')

test('what is left of a line, of which a part went back, is its gross without fee and that part', () => {
  const [sums, , lines] = partsOf({ sums: [sum], lines: [line], payouts: [] })
  const amounts = '125 FCFA  ·  25 FCFA  ·  40 FCFA  ·  60 FCFA'
  expect(sums!.rows.map(([label, value]) => [label, plain(value)])).toEqual([
    ['Pourboires', amounts],
    ['Total', amounts],
  ])
  expect(lines!.rows.map(([, value]) => plain(value))).toEqual([amounts])
  expect(lines!.note).toBeNull()
})

test('sums are of all lines, and lines that are left out are told of', () => {
  const many = { ...sum, lines: 6000, gross: 750_000, fee: 150_000, taken_back: 0, amount: 600_000 }
  const [sums, , lines] = partsOf({ sums: [many], lines: [line], payouts: [] })
  expect(plain(sums!.rows.at(-1)![1])).toContain('750 000 FCFA')
  expect(lines!.note).toContain('sur 6000')
})

test('a year without anything is a sheet too', async () => {
  const empty = { display_name: 'Awa', username: 'awa', year: 2026, sums: [], lines: [], payouts: [] }
  expect(partsOf(empty).map(({ note }) => note)).toEqual([null, 'Aucun.', 'Rien cette année.'])
  expect(Buffer.from((await earningsPdf(empty, font)).subarray(0, 5)).toString()).toBe('%PDF-')
})
