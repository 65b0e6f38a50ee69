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

test('a year of more lines than can be printed is told day by day: none is left out', () => {
  const many = { ...sum, lines: 3000, gross: 375_000, fee: 75_000, taken_back: 0, amount: 300_000 }
  const days = [
    { ...many, day: '2026-03-01' },
    { ...many, day: '2026-03-02' },
  ]
  const [, , told] = partsOf({ sums: [{ ...many, lines: 6000 }], days, payouts: [] })
  expect(told).toMatchObject({ title: 'Jour par jour', note: 'Le fichier CSV a chaque ligne.' })
  expect(told!.rows.map(([label, value]) => [plain(label), plain(value)])).toEqual([
    ['1 mars 2026 · Pourboires (3000)', '375 000 FCFA  ·  75 000 FCFA  ·  0 FCFA  ·  300 000 FCFA'],
    ['2 mars 2026 · Pourboires (3000)', '375 000 FCFA  ·  75 000 FCFA  ·  0 FCFA  ·  300 000 FCFA'],
  ])
})

test('a year without anything is a sheet too', async () => {
  const empty = { display_name: 'Awa', username: 'awa', year: 2026, sums: [], lines: [], payouts: [] }
  expect(partsOf(empty).map(({ note }) => note)).toEqual([null, 'Aucun.', 'Rien cette année.'])
  expect(Buffer.from((await earningsPdf(empty, font)).subarray(0, 5)).toString()).toBe('%PDF-')
})
