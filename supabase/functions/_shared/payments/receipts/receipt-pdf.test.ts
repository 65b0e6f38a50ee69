import { fileURLToPath } from 'node:url'

import PdfSheet from 'pdfkit'
import { expect, test } from 'vitest'

import type { PrintedReceipt } from '../../contract/src/index.ts'
import { money } from './money.ts'
import { receiptPdf } from './receipt-pdf.ts'

const font = new URL('../../../payment-receipt/receipt.ttf', import.meta.url)
const receipt: PrintedReceipt = {
  id: '01940000-0000-7000-8000-000000000001',
  number: 'CX-2026-000123',
  kind: 'receipt',
  payment_id: '01940000-0000-7000-8000-000000000002',
  sku: 'pack_25',
  credits: 25,
  currency: 'XOF',
  amount: 1000,
  tax: 0,
  tax_bp: 0,
  buyer: 'Ɖɔ̀nù N’Dah Ɓ ŋ ẹ',
  country: 'BJ',
  seller: { name: 'Cortexia', address: 'Cotonou', registration: null, tax_number: null },
  provider: 'fedapay',
  provider_ref: '4711',
  method: 'mtn_bj',
  msisdn_last4: '3456',
  receipt_number: null,
  paid_at: '2026-11-22T10:00:00Z',
  issued_at: '2026-11-22T10:00:10Z',
}

test('the same row is the same bytes, another row others', async () => {
  const [one, two, other] = await Promise.all([
    receiptPdf(receipt, font),
    receiptPdf({ ...receipt }, font),
    receiptPdf({ ...receipt, amount: 2000 }, font),
  ])
  expect(Buffer.from(one.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(Buffer.compare(one, two)).toBe(0)
  expect(Buffer.compare(one, other)).not.toBe(0)
  expect(one.length).toBeLessThan(60_000)
})

test('the font has a glyph for each letter of names in Fɔngbè, Éwé, Yoruba and Hausa, and for what French is set with', () => {
  const sheet = new PdfSheet({ font: fileURLToPath(font) })
  const missing = sheet.widthOfString('\u{10fffd}')
  const letters = Array.from('ƉɖƆɔƐɛŊŋẸẹṢṣỌọƁɓƊɗƘƙÀàÉéÎîÇç€’«»…•—\u202f\u00a0')
  expect(letters.filter((letter) => sheet.widthOfString(letter) === missing)).toEqual([])
})

test('money is set as French is', () => {
  expect(money('XOF', 1_234_500)).toBe('1\u202f234\u202f500\u202fFCFA')
  expect(money('EUR', 1205)).toBe('12,05\u202f€')
})
