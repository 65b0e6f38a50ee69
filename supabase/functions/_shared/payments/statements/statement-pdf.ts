/** A statement of somebody's credits as it is printed: A4, in French, from what the ledger says alone. */
import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'

import PdfSheet from 'pdfkit'

import type { PrintedStatement } from '../../contract/src/index.ts'

type Sheet = InstanceType<typeof PdfSheet>

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#131c38'
const quiet = '#5a6275'

export interface Printing {
  readonly font: URL
  /** Where anybody can have the file verified. */
  readonly verifyAt: string
}

export async function statementPdf(statement: PrintedStatement, { font, verifyAt }: Printing): Promise<Uint8Array> {
  const issued = new Date(statement.issued_at)
  const title = statement.username === null ? 'Relevé de crédits' : `Relevé de crédits de @${statement.username}`
  const sheet = new PdfSheet({
    size: 'A4',
    margin,
    lang: 'fr-FR',
    tagged: true,
    displayTitle: true,
    font: fileURLToPath(font),
    info: { Title: title, Author: 'Cortexia', CreationDate: issued, ModDate: issued },
  })
  const parts: Buffer[] = []
  sheet.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => {
    sheet.on('end', resolve)
  })
  draw(sheet, statement, { title, verifyAt })
  sheet.end()
  await ended
  return Buffer.concat(parts)
}

function draw(sheet: Sheet, statement: PrintedStatement, { title, verifyAt }: { title: string; verifyAt: string }) {
  const { name, from, to, issued_at: issued, opening, closing, lines, realm } = statement
  block(sheet, 'H1', () => sheet.fillColor(ink).fontSize(22).text(title))
  say(sheet, `${name} · du ${day(from)} au ${day(to)} · établi le ${day(issued)}`)
  if (realm === 'test') say(sheet, 'Relevé d’essai : ici, aucun argent ne circule.', '#b3261e')
  sheet.moveDown(1)
  line(sheet, ['', `Solde au début`, '', String(opening)])
  for (const { at, kind, amount, balance } of lines) {
    line(sheet, [shortDay(at), wordsOf[kind] ?? 'Mouvement', signed(amount), String(balance)])
  }
  line(sheet, ['', 'Solde à la fin', '', String(closing)])
  sheet.moveDown(1.5)
  say(
    sheet,
    `Ce fichier est signé (Ed25519) : un seul caractère changé, et la signature n’est plus bonne. Pour le vérifier, envoyez-le tel quel à ${verifyAt}`,
  )
}

/** By the ledger's kind of a transfer. */
const wordsOf: Readonly<Record<string, string>> = {
  hold: 'Création',
  release: 'Crédits rendus',
  reversal: 'Crédits rendus',
  expire: 'Crédits rendus',
  purchase: 'Achat',
  refund: 'Remboursement',
  refund_freeze: 'Remboursement demandé',
  refund_thaw: 'Remboursement non abouti',
  bonus: 'Crédits offerts',
  gift: 'Cadeau reçu',
  gift_back: 'Cadeau revenu',
  dispute_open: 'Contestation',
  dispute_lost: 'Contestation perdue',
  dispute_won: 'Contestation gagnée',
  tip: 'Pourboire donné',
  prompt: 'Prompt débloqué',
}

const columns = [
  { share: 0.22, align: 'left' },
  { share: 0.42, align: 'left' },
  { share: 0.18, align: 'right' },
  { share: 0.18, align: 'right' },
] as const

function line(sheet: Sheet, cells: readonly [string, string, string, string]): void {
  if (sheet.y > 760) sheet.addPage()
  block(sheet, 'P', () => {
    const top = sheet.y
    sheet.fillColor(ink).fontSize(10)
    let left = margin
    for (const [place, { share, align }] of columns.entries()) {
      const cell = cells[place] ?? ''
      if (cell !== '') sheet.text(cell, left, top, { width: width * share, align, lineBreak: false })
      left += width * share
    }
    sheet.x = margin
    sheet.y = top + 16
  })
}

function say(sheet: Sheet, text: string, colour = quiet): void {
  block(sheet, 'P', () => sheet.fillColor(colour).fontSize(9).text(text, margin, sheet.y, { width }))
}

/** A paragraph with its tag, so that screen readers read the sheet in its order. */
function block(sheet: Sheet, tag: 'H1' | 'P', content: () => void): void {
  sheet.addStructure(sheet.struct(tag, {}, [content]))
}

const signed = (amount: number): string => (amount > 0 ? `+${amount}` : `−${-amount}`)

function day(moment: string): string {
  return new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
}

function shortDay(moment: string): string {
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('fr-FR', form).format(new Date(moment))
}
