/** What a payment provider can do for us. One file per adapter, and only providers.ts imports them. */

/** In the smallest unit of the currency. */
export interface Money {
  readonly currency: string
  readonly amount: number
}

export interface MobileMoney {
  readonly kind: 'mobile_money'
  readonly operator: string
  /** ISO 3166-1. */
  readonly country: string
  /** Digits with the dialling code. */
  readonly msisdn: string
}

export type Method = MobileMoney | { readonly kind: 'card' } | { readonly kind: 'hosted' }

export const failureReasons = [
  'refused',
  'insufficient_funds',
  'no_answer',
  'wrong_pin',
  'number_unknown',
  'limit',
  'operator_down',
  'card_declined',
  'authentication',
  'other',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** What the provider's API says of one transaction, read with our key. */
export interface Truth {
  readonly ref: string
  /** Our attempt, as the provider has it. */
  readonly attemptId: string | null
  readonly status: 'pending' | 'paid' | 'failed' | 'canceled' | 'expired'
  readonly money: Money
  /** Cumulative. */
  readonly refunded: number
  readonly fee: number | null
  readonly realm: 'test' | 'live'
  /** The provider's own word. */
  readonly raw: string
  readonly reason: FailureReason | null
  /** By what the same card is charged again, where its owner agreed to that: the provider's reference. */
  readonly mandate: string | null
}

/** A chargeback, as the provider's API has it. */
export interface DisputeTruth {
  readonly ref: string
  readonly state: 'open' | 'won' | 'lost'
  /** What the provider takes for a lost one. */
  readonly fee: number
  readonly evidenceDue: Date | null
}

/** A timeout or an answer that cannot be read is `unknown`, never an exception: the transaction may exist. */
export type Started =
  | { readonly kind: 'started'; readonly ref: string; readonly url: string | null }
  | { readonly kind: 'refused'; readonly reason: FailureReason }
  | { readonly kind: 'unknown' }

export interface Order {
  readonly attemptId: string
  readonly money: Money
  readonly method: Method
  /** What the payer reads there. */
  readonly words: string
  readonly returnUrl: string
  /** The payer agrees to be charged again for the next months. */
  readonly isRecurring: boolean
}

export interface Renewal extends Pick<Order, 'attemptId' | 'money' | 'words'> {
  readonly mandate: string
}

export type Verified =
  | { readonly ok: true; readonly eventId: string; readonly type: string; readonly ref: string | null }
  | { readonly ok: false; readonly why: string }

export type ProviderName = 'sandbox' | 'fedapay' | 'stripe' | 'pawapay'

export interface PayoutOrder {
  readonly payoutId: string
  /** What is to arrive. */
  readonly money: Money
  readonly method: MobileMoney | BankAccount
  readonly words: string
}

/** The account that somebody has at the provider, which pays their bank. */
export interface BankAccount {
  readonly kind: 'bank'
  readonly account: string
}

/** What the provider's API says of one withdrawal. */
export interface PayoutTruth {
  readonly ref: string
  /** `pending`: it was made, and moves nothing until it is started. */
  readonly status: 'pending' | 'started' | 'sent' | 'failed' | 'returned'
  /** Null where nothing is there that could have an amount: of a transfer that its start makes. */
  readonly money: Money | null
  /** What the provider takes for it. */
  readonly cost: number
  readonly realm: 'test' | 'live'
  readonly raw: string
  readonly reason: FailureReason | null
}

export interface Payouts {
  /** Moves no money; answers its reference. */
  create: (order: PayoutOrder, signal: AbortSignal) => Promise<string>
  /** By our id: what an answer that was lost has made. */
  find: (payoutId: string, signal: AbortSignal) => Promise<readonly PayoutTruth[]>
  read: (ref: string, signal: AbortSignal) => Promise<PayoutTruth>
  /** Sends one that is pending, once; queued: it has too little of ours just now; refused: nothing left, and nothing will. */
  start: (ref: string, order: PayoutOrder, signal: AbortSignal) => Promise<'started' | 'queued' | 'refused' | 'unknown'>
  drop: (ref: string, signal: AbortSignal) => Promise<void>
}

/** What the provider's API says of the account that somebody has there for what they earn. */
export interface AccountTruth {
  readonly ref: string
  /** Who they are was looked at, and money may go there. */
  readonly isReady: boolean
  readonly bankRef: string | null
  readonly last4: string | null
  /** The newest transfer to the bank, where the bank refused it. */
  readonly failedRef: string | null
  readonly realm: 'test' | 'live'
}

export interface Accounts {
  /** Once per person, whoever asks how often; answers its reference. */
  open: (person: string, country: string) => Promise<string>
  /** Where the person tells the provider who they are; for one visit. */
  link: (ref: string, back: string) => Promise<string>
  read: (ref: string) => Promise<AccountTruth>
}

export interface PaymentProvider {
  readonly name: ProviderName
  start: (order: Order, signal: AbortSignal) => Promise<Started>
  /** Rings the payer's phone again for a transaction that waits. Not of those that ring none. */
  ring?: (ref: string, method: MobileMoney, signal: AbortSignal) => Promise<'rung' | 'not_possible'>
  read: (ref: string, signal: AbortSignal) => Promise<Truth>
  /** Transactions of an attempt whose start had no answer; none is an answer, a failure throws. */
  find: (attemptId: string, since: Date, signal: AbortSignal) => Promise<readonly Truth[]>
  verify: (raw: Uint8Array, headers: Headers, now: Date) => Promise<Verified>
  /** Charges a card again. Not of those that charge none by themselves. */
  renew?: (renewal: Renewal, signal: AbortSignal) => Promise<Started>
  /** Of one transaction. Not of those that know none. */
  disputes?: (ref: string, signal: AbortSignal) => Promise<readonly DisputeTruth[]>
  /** What was paid since then, ours or not. */
  list: (since: Date, signal: AbortSignal) => Promise<readonly Truth[]>
  /** What it has of ours, by currency; null where its API does not tell. */
  balance: (signal: AbortSignal) => Promise<readonly Money[] | null>
  /** Whether it still rings us; null where its API does not tell. */
  isRinging?: (signal: AbortSignal) => Promise<boolean | null>
  refund: (ref: string, money: Money, key: string, signal: AbortSignal) => Promise<'asked' | 'not_possible' | 'unknown'>
  /** Not of those that send nothing. */
  readonly payouts?: Payouts
  /** Of those that pay banks. */
  readonly accounts?: Accounts
}

/** Without the request, which holds our key, and without the answer's text, which may hold a number. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: ProviderName
  /** `network`, `http_503`, `shape`. */
  readonly code: string

  constructor(provider: ProviderName, code: string) {
    super(`${provider}: ${code}`)
    this.provider = provider
    this.code = code
  }
}

/** The provider said no: 4xx. Whatever else went wrong, what was asked for may exist. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && /^http_4(?!08|29)/.test(error.code)
}
