import { expect, test } from 'vitest'

import type { CreditEntry } from '#entities/credits/credit-queries.ts'

import { creditsCsv } from './credits-csv.ts'

const entry: CreditEntry = {
  id: 7,
  seq: 1,
  account: 'paid',
  kind: 'purchase',
  amount: 25,
  balance_after: 30,
  version: 2,
  ref_type: 'payment',
  ref_id: '0194',
  why: null,
  created_at: '2026-11-22T10:00:00Z',
}

function csvOf(kind: string, one: Partial<CreditEntry> = {}): string {
  return creditsCsv([{ ...entry, ...one }], { head: 'A;B', kindOf: () => kind, accountOf: () => 'Achetés' })
}

test('is a line for each entry, under its head, as spreadsheets read it', () => {
  expect(csvOf('Achat')).toBe('\ufeffA;B\r\n2026-11-22T10:00:00Z;Achat;Achetés;25;30;payment 0194\r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['@awa', "'@awa"],
  ['-2', "'-2"],
  ['\tx', "'\tx"],
  ['a;b', '"a;b"'],
  ['dit « "ici" »', '"dit « ""ici"" »"'],
])('guards %j', (words, written) => {
  expect(csvOf(words)).toContain(`;${written};`)
})

test('a figure stays one: a spreadsheet may add it up', () => {
  expect(csvOf('Image créée', { amount: -1, ref_type: null, ref_id: null })).toContain(';-1;30;\r\n')
})
