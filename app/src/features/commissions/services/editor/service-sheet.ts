/** A service between what is kept of it and the sheet on which its creator fills it in: numbers are what was typed. */
import type { AiShare, CommissionMode, Licence, Service } from '@product/contract'

export interface OptionRow {
  readonly name: string
  readonly price: string
  readonly days: string
}

export interface ServiceSheet {
  readonly title: string
  readonly description: string
  readonly style: string
  readonly samples: readonly string[]
  readonly price: string
  readonly days: string
  readonly options: readonly OptionRow[]
  readonly mode: CommissionMode
  readonly sketches: number
  readonly finals: number
  readonly rights: Licence
  readonly aiShare: AiShare | ''
  readonly languages: readonly string[]
  readonly refuses: string
  readonly slots: string
  readonly awayFrom: string
  readonly awayTo: string
}

export const most = {
  title: 80,
  description: 2000,
  style: 40,
  refuses: 500,
  samples: 9,
  options: 8,
  languages: 5,
} as const
export const fewestSamples = 3

export const blankSheet: ServiceSheet = {
  title: '',
  description: '',
  style: '',
  samples: [],
  price: '',
  days: '',
  options: [],
  mode: 'proposal',
  sketches: 3,
  finals: 1,
  rights: 'perso',
  aiShare: '',
  languages: ['fr'],
  refuses: '',
  slots: '3',
  awayFrom: '',
  awayTo: '',
}

export function sheetOf(service: Service): ServiceSheet {
  return {
    title: service.title,
    description: service.description,
    style: service.style,
    samples: service.samples.map(({ post_id: id }) => id),
    price: String(service.price_from),
    days: String(service.days),
    options: service.options.map(({ name, price, days }) => ({ name, price: String(price), days: String(days) })),
    mode: service.mode,
    sketches: service.revisions_sketch,
    finals: service.revisions_final,
    rights: service.rights,
    aiShare: service.ai_share,
    languages: service.languages,
    refuses: service.refuses,
    slots: String(service.slots),
    awayFrom: service.away?.from ?? '',
    awayTo: service.away?.to ?? '',
  }
}

/** As `save_service` takes it. */
export function detailsOf(sheet: ServiceSheet): object {
  return {
    title: sheet.title,
    description: sheet.description,
    style: sheet.style,
    samples: sheet.samples,
    price_from: wholeOf(sheet.price),
    days: wholeOf(sheet.days),
    options: filled(sheet.options).map(({ name, price, days }) => ({
      name,
      price: wholeOf(price || '0'),
      days: wholeOf(days || '0'),
    })),
    mode: sheet.mode,
    revisions_sketch: sheet.sketches,
    revisions_final: sheet.finals,
    rights: sheet.rights,
    ai_share: sheet.aiShare,
    languages: sheet.languages,
    refuses: sheet.refuses,
    slots: wholeOf(sheet.slots),
    away_from: sheet.awayFrom || null,
    away_to: sheet.awayTo || null,
  }
}

/** By the names that the server gives them, in the order of the sheet. */
export const fields = [
  'title',
  'description',
  'style',
  'samples',
  'price_from',
  'days',
  'options',
  'ai_share',
  'languages',
  'refuses',
  'slots',
  'away_from',
] as const
export type Field = (typeof fields)[number]

/** What cannot stand, as `billing.wrong_field` sees it. */
export function wrongFields(sheet: ServiceSheet): Field[] {
  const isRight: Record<Field, boolean> = {
    title: isLong(sheet.title, 1, most.title),
    description: isLong(sheet.description, 1, most.description),
    style: isLong(sheet.style, 0, most.style),
    samples: sheet.samples.length >= fewestSamples && sheet.samples.length <= most.samples,
    price_from: isPrice(sheet.price, 2000, 10_000_000),
    days: isWhole(sheet.days, 1, 120),
    options: filled(sheet.options).every(isOption),
    ai_share: sheet.aiShare !== '',
    languages: sheet.languages.length <= most.languages,
    refuses: isLong(sheet.refuses, 0, most.refuses),
    slots: isWhole(sheet.slots, 1, 20),
    away_from: (sheet.awayFrom === '') === (sheet.awayTo === '') && sheet.awayFrom <= sheet.awayTo,
  }
  return fields.filter((field) => !isRight[field])
}

/** A whole number as people type it, « 5 000 » too; null for whatever else. */
export function wholeOf(typed: string): number | null {
  const digits = typed.replace(/\s/gu, '')
  return /^\d{1,9}$/u.test(digits) ? Number(digits) : null
}

function isOption({ name, price, days }: OptionRow): boolean {
  return isLong(name, 1, 60) && isPrice(price || '0', 0, 1_000_000) && isWhole(days || '0', 0, 60)
}

/** A row that nobody wrote in is none. */
function filled(options: readonly OptionRow[]): OptionRow[] {
  return options.filter(({ name, price, days }) => name.trim() !== '' || price !== '' || days !== '')
}

function isPrice(typed: string, least: number, highest: number): boolean {
  return isWhole(typed, least, highest) && (wholeOf(typed) ?? 1) % 100 === 0
}

function isWhole(typed: string, least: number, highest: number): boolean {
  const value = wholeOf(typed)
  return value !== null && value >= least && value <= highest
}

function isLong(text: string, least: number, longest: number): boolean {
  const { length } = text.trim()
  return length >= least && length <= longest
}
