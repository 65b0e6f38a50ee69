/** What a letter about money is: which there are, what they tell of, and in which parts. */

export interface LetterFacts {
  readonly number?: string
  readonly credits?: number
  readonly amount?: number
  readonly currency?: string
  readonly purpose?: string
  readonly is_renewal?: boolean
  readonly who?: string
  readonly message?: string | null
  readonly sku?: string
  readonly way?: string | null
  readonly period_end?: string | null
}

export const letterKinds = [
  'receipt',
  'refunded',
  'failed',
  'review',
  'dispute_open',
  'gift',
  'plan_ends_soon',
  'plan_ended',
  'plan_grace',
  'plan_over',
  'plan_canceled',
  'destination_changed',
  'bank_changed',
  'payout_sent',
  'payout_back',
] as const
export type LetterKind = (typeof letterKinds)[number]

export interface Words {
  readonly subject: string
  readonly lead: string
  readonly notes: readonly string[]
  readonly button: { readonly path: string; readonly label: string }
}

export type Language = 'fr' | 'en'
export type Wording = (
  facts: Facts,
) => Omit<Words, 'button'> & { readonly button: readonly [path: string, label: string] }

/** The facts, said in a language. */
export interface Facts {
  readonly credits: string
  readonly price: string
  readonly plan: string
  readonly end: string
  readonly graceEnd: string
  readonly given: LetterFacts
}
