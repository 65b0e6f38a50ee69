/** One sentence for each refusal, with until when where it says so. */
import type { PayoutObstacle } from '@product/contract'

import { DataError } from '#data/rest.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { formatDate } from '#i18n/format.ts'
import type { useMessages } from '#i18n/messages.ts'

import type { withdrawMessages } from './withdraw.i18n.ts'

export type WithdrawWords = ReturnType<typeof useMessages<typeof withdrawMessages.fr>>

/** What a function of ours refused with. */
export class NumberRefused extends Error {
  override readonly name = 'NumberRefused'
  readonly code: string

  constructor(code: string) {
    super(`The number was refused: ${code}`)
    this.code = code
  }
}

export function refusalWords(m: WithdrawWords, error: unknown): string {
  if (error instanceof NumberRefused) return said(m, error.code, undefined)
  if (!(error instanceof DataError)) return m.other
  return error.status === 0 ? m.network : said(m, error.hint ?? '', error.details)
}

export function obstacleWords(m: WithdrawWords, obstacle: PayoutObstacle, until: string | null): string {
  return said(m, obstacle, until ?? undefined)
}

const untils = [
  'payout_locked',
  'payout_bank_locked',
  'payout_bank_daily',
  'payout_limit',
  'payout_daily',
  'payout_monthly',
] as const
const sentences = [
  'payout_minimum',
  'payout_step',
  'payout_in_flight',
  'payout_debt',
  'payout_dispute',
  'payout_identity',
  'payout_no_number',
  'payout_number_unpaid',
  'payout_no_account',
  'payout_account_unready',
  'aal2_required',
  'account_suspended',
  'teen_mode',
  'identity_name',
  'identity_age',
  'identity_country',
  'identity_statement',
  'identity_settled',
  'number_invalid',
  'operator_unknown',
  'operator_down',
  'throttled',
  'network',
] as const

function said(m: WithdrawWords, code: string, detail: string | undefined): string {
  if (code === 'payout_maximum') return m.payout_maximum(Number(detail ?? 50_000))
  if (code === 'payout_balance') return m.payout_balance(Number(detail ?? 0))
  const sentence = sentences.find((known) => known === code)
  if (sentence) return m[sentence]
  const until = untils.find((known) => known === code)
  return until && detail ? m[until](`${formatDate(detail)} · ${formatTime(detail)}`) : m.other
}
