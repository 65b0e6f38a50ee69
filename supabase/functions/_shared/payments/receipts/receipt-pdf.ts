/** A receipt as it is printed: A4, in French, from its row alone. */
import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'

import PdfSheet from 'pdfkit'

import type { PrintedReceipt } from '../../contract/src/index.ts'
import { money } from './money.ts'

type Sheet = InstanceType<typeof PdfSheet>

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#131c38'
const quiet = '#5a6275'

export async function receiptPdf(receipt: PrintedReceipt, font: URL): Promise<Uint8Array<ArrayBuffer>> {
  const issued = new Date(receipt.issued_at)
  const title = `${receipt.kind === 'receipt' ? 'Reçu' : 'Avoir'} ${receipt.number}`
  const sheet = new PdfSheet({
    size: 'A4',
    margin,
    lang: 'fr-FR',
    tagged: true,
    displayTitle: true,
    font: fileURLToPath(font),
    info: { Title: title, Author: receipt.seller.name, CreationDate: issued, ModDate: issued },
  })
  const parts: Buffer[] = []
  sheet.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => {
    sheet.on('end', resolve)
  })
  draw(sheet, receipt, title)
  sheet.end()
  await ended
  return Uint8Array.from(Buffer.concat(parts))
}

function draw(sheet: Sheet, receipt: PrintedReceipt, title: string): void {
  heading(sheet, receipt, title)
  parties(sheet, receipt)
  for (const [label, value] of linesOf(receipt)) line(sheet, label, value)
  sheet.moveDown(0.5).fontSize(14)
  line(sheet, receipt.kind === 'receipt' ? 'Total payé' : 'Total remboursé', money(receipt.currency, receipt.amount))
  footnotes(sheet, receipt)
}

function heading(sheet: Sheet, { number, issued_at: issued }: PrintedReceipt, title: string): void {
  block(sheet, 'H1', () => sheet.fillColor(ink).fontSize(22).text(title))
  block(sheet, 'P', () =>
    sheet
      .fillColor(quiet)
      .fontSize(10)
      .text(`Émis le ${day(issued)}`),
  )
  if (number.startsWith('TEST')) {
    block(sheet, 'P', () => sheet.fillColor('#b3261e').fontSize(10).text('Paiement fictif : aucun argent ne circule.'))
  }
  sheet.moveDown(1.5)
}

function parties(sheet: Sheet, { seller, buyer, country }: PrintedReceipt): void {
  const of = [
    seller.name,
    seller.address,
    seller.registration && `RCCM ${seller.registration}`,
    seller.tax_number && `IFU ${seller.tax_number}`,
  ].filter(Boolean)
  block(sheet, 'P', () => {
    sheet.fillColor(quiet).fontSize(9).text('Vendeur').fillColor(ink).fontSize(11).text(of.join('\n'))
  })
  sheet.moveDown(0.8)
  block(sheet, 'P', () => {
    sheet.fillColor(quiet).fontSize(9).text('Client').fillColor(ink).fontSize(11)
    sheet.text(country === null ? buyer : `${buyer}\n${countryName(country)}`)
  })
  sheet.moveDown(1.5)
}

function linesOf(receipt: PrintedReceipt): readonly (readonly [string, string])[] {
  const { currency, amount, tax, tax_bp: rate } = receipt
  const about = receipt.receipt_number === null ? [] : [['Sur le reçu', receipt.receipt_number] as const]
  return [
    [receipt.kind === 'receipt' ? wordsOf(receipt) : `Remboursement : ${wordsOf(receipt)}`, money(currency, amount)],
    ...about,
    ['Montant hors taxe', money(currency, amount - tax)],
    [`TVA (${(rate / 100).toLocaleString('fr-FR')} %)`, money(currency, tax)],
    ['Payé par', wayOf(receipt)],
    ['Payé le', day(receipt.paid_at)],
    ['Référence', receipt.provider_ref ?? '—'],
  ]
}

function wordsOf({ sku, credits }: PrintedReceipt): string {
  const of = credits > 1 ? `${credits} crédits` : `${credits} crédit`
  return sku.startsWith('plan_') ? `Un mois de plan, ${of}` : of
}

const ways: Readonly<Record<string, string>> = { card: 'Carte bancaire', hosted: 'Paiement en ligne' }

function wayOf({ method, msisdn_last4: last4 }: PrintedReceipt): string {
  const operator = method.split('_')[0] ?? method
  const way =
    ways[method] ?? `Mobile Money ${operator === 'mtn' ? 'MTN' : operator[0]?.toUpperCase() + operator.slice(1)}`
  return last4 === null ? way : `${way} •• ${last4}`
}

function line(sheet: Sheet, label: string, value: string): void {
  block(sheet, 'P', () => {
    const top = sheet.y
    sheet
      .fillColor(ink)
      .fontSize(11)
      .text(label, margin, top, { width: width * 0.6 })
    const bottom = sheet.y
    sheet.text(value, margin + width * 0.6, top, { width: width * 0.4, align: 'right' })
    sheet.x = margin
    sheet.y = Math.max(bottom, sheet.y) + 6
  })
}

function footnotes(sheet: Sheet, { kind }: PrintedReceipt): void {
  sheet.moveDown(2)
  const words =
    kind === 'receipt'
      ? 'Vous pouvez vous rétracter pendant 14 jours tant que ces crédits n’ont pas servi : page Crédits, « Demander un remboursement ». Les crédits achetés n’expirent jamais.'
      : 'Les crédits de cet achat ont été repris à proportion du remboursement.'
  block(sheet, 'P', () => sheet.fillColor(quiet).fontSize(9).text(words, margin, sheet.y, { width }))
}

/** A paragraph with its tag, so that screen readers read the sheet in its order. */
function block(sheet: Sheet, tag: 'H1' | 'P', content: () => void): void {
  sheet.addStructure(sheet.struct(tag, {}, [content]))
}

function day(moment: string): string {
  return new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Africa/Porto-Novo' }).format(new Date(moment))
}

function countryName(code: string): string {
  return new Intl.DisplayNames(['fr'], { type: 'region' }).of(code) ?? code
}
