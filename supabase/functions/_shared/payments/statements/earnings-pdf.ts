/** What somebody earned in a year as it is printed: A4, in French, for their books. */
import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'

import PdfSheet from 'pdfkit'

import type { EarningSource, EarningState, PayoutStatus } from '../../contract/src/index.ts'
import { money } from '../receipts/money.ts'

type Sheet = InstanceType<typeof PdfSheet>

export interface EarningRow {
  readonly id: string
  readonly source: EarningSource
  readonly gross: number
  readonly fee: number
  readonly taken_back: number
  readonly amount: number
  readonly state: EarningState
  readonly created_at: string
}

/** What all lines of a source come to; lines that went back whole are not among them. */
export type YearRow = Pick<EarningRow, 'source' | 'gross' | 'fee' | 'taken_back' | 'amount'> & {
  readonly lines: number
}

/** What the lines of a source come to on one day (UTC). */
export type DayRow = YearRow & { readonly day: string }

export interface PayoutRow {
  readonly id: string
  readonly amount: number
  readonly fee: number
  readonly last4: string
  readonly status: PayoutStatus
  readonly created_at: string
}

export interface PrintedEarnings {
  readonly display_name: string
  readonly username: string | null
  readonly year: number
  readonly sums: readonly YearRow[]
  /** All of the year; where they are too many to print, `days` instead. */
  readonly lines?: readonly EarningRow[]
  readonly days?: readonly DayRow[]
  readonly payouts: readonly PayoutRow[]
}

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#131c38'
const quiet = '#5a6275'

const sources: Readonly<Record<EarningSource, string>> = {
  remix: 'Remix',
  tip: 'Pourboires',
  prompt: 'Prompts',
  workflow: 'Workflows',
  commission: 'Commandes',
  referral: 'Parrainage',
  challenge: 'Défis',
}

export async function earningsPdf(statement: PrintedEarnings, font: URL): Promise<Uint8Array<ArrayBuffer>> {
  const { year, username } = statement
  const title = `Gains ${year}${username === null ? '' : ` de @${username}`}`
  const sheet = new PdfSheet({
    size: 'A4',
    margin,
    lang: 'fr-FR',
    tagged: true,
    displayTitle: true,
    font: fileURLToPath(font),
    info: { Title: title, Author: 'Cortexia' },
  })
  const parts: Buffer[] = []
  sheet.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => {
    sheet.on('end', resolve)
  })
  draw(sheet, statement, title)
  sheet.end()
  await ended
  return Uint8Array.from(Buffer.concat(parts))
}

function draw(sheet: Sheet, statement: PrintedEarnings, title: string): void {
  block(sheet, 'H1', () => sheet.fillColor(ink).fontSize(22).text(title))
  say(sheet, `${statement.display_name} · du 1er janvier au 31 décembre ${statement.year} (UTC), en francs CFA`)
  sheet.moveDown(1)
  for (const { title: name, rows, note } of partsOf(statement)) {
    heading(sheet, name)
    for (const [label, value] of rows) row(sheet, label, value)
    if (note !== null) say(sheet, note)
  }
  sheet.moveDown(1)
  say(sheet, 'Relevé fait par Cortexia à la demande de la personne. Il ne remplace pas une déclaration.')
}

export interface StatementPart {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly note: string | null
}

/** What stands under each heading. */
export function partsOf({
  sums,
  lines = [],
  days,
  payouts,
}: Pick<PrintedEarnings, 'sums' | 'lines' | 'days' | 'payouts'>): StatementPart[] {
  const sent = payouts.filter(({ status }) => status === 'sent')
  return [
    {
      title: 'Par source : brut − frais − rendu = net',
      rows: [...sums.map((of) => [sources[of.source], amounts([of])] as const), ['Total', amounts(sums)]],
      note: null,
    },
    {
      title: 'Retraits versés',
      rows: sent.map((x) => [`${day(x.created_at)} · •• ${x.last4}`, money('XOF', x.amount - x.fee)]),
      note: sent.length === 0 ? 'Aucun.' : null,
    },
    days ? byDay(days) : byLine(lines.filter(({ state }) => state !== 'reversed')),
  ]
}

function byLine(lines: readonly EarningRow[]): StatementPart {
  return {
    title: 'Ligne par ligne',
    rows: lines.map((line) => [`${day(line.created_at)} · ${sources[line.source]}`, amounts([line])]),
    note: lines.length === 0 ? 'Rien cette année.' : null,
  }
}

function byDay(days: readonly DayRow[]): StatementPart {
  return {
    title: 'Jour par jour',
    rows: days.map((of) => [`${day(of.day)} · ${sources[of.source]} (${of.lines})`, amounts([of])]),
    note: 'Le fichier CSV a chaque ligne.',
  }
}

function amounts(of: readonly Pick<EarningRow, 'gross' | 'fee' | 'taken_back' | 'amount'>[]): string {
  return (['gross', 'fee', 'taken_back', 'amount'] as const)
    .map((column) =>
      money(
        'XOF',
        of.reduce((total, row) => total + row[column], 0),
      ),
    )
    .join('  ·  ')
}

function heading(sheet: Sheet, text: string): void {
  sheet.moveDown(0.8)
  block(sheet, 'H2', () => sheet.fillColor(ink).fontSize(13).text(text, margin))
  sheet.moveDown(0.3)
}

function row(sheet: Sheet, label: string, value: string): void {
  if (sheet.y > 760) sheet.addPage()
  block(sheet, 'P', () => {
    const top = sheet.y
    sheet.fillColor(ink).fontSize(10)
    sheet.text(label, margin, top, { width: width * 0.35, lineBreak: false })
    sheet.text(value, margin + width * 0.35, top, { width: width * 0.65, align: 'right', lineBreak: false })
    sheet.x = margin
    sheet.y = top + 16
  })
}

function say(sheet: Sheet, text: string): void {
  block(sheet, 'P', () => sheet.fillColor(quiet).fontSize(9).text(text, margin, sheet.y, { width }))
}

/** A paragraph with its tag, so that screen readers read the sheet in its order. */
function block(sheet: Sheet, tag: 'H1' | 'H2' | 'P', content: () => void): void {
  sheet.addStructure(sheet.struct(tag, {}, [content]))
}

const day = (moment: string): string =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))
