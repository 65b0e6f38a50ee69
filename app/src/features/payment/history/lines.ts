/** The entries of the ledger as lines that people read: one per transfer that changed what one can spend. */
import type { CreditEntry } from '#entities/credits/credit-queries.ts'
import type { currentMessages } from '#i18n/messages.ts'

import type { historyMessages } from './history.i18n.ts'

type Words = ReturnType<typeof currentMessages<(typeof historyMessages)['fr']>>

export type HistoryFilter = 'all' | 'purchases' | 'spending' | 'earned' | 'gifts'

export interface HistoryLine {
  id: number
  kind: string
  why: string | null
  refType: string | null
  refId: string | null
  at: string
  /** Of what one can spend. */
  change: number
  balance: number
}

/** `entries` newest first and without a gap; `available` is what one has after the newest of them. */
export function linesOf(entries: readonly CreditEntry[], available: number): HistoryLine[] {
  let balance = available
  const lines: HistoryLine[] = []
  for (const [id, legs] of Map.groupBy(entries, (entry) => entry.id)) {
    const change = legs.reduce((sum, { account, amount }) => sum + (isSpendable(account) ? amount : 0), 0)
    const [first] = legs
    if (first && change !== 0) {
      const { kind, why, ref_type: refType, ref_id: refId, created_at: at } = first
      lines.push({ id, kind, why, refType, refId, at, change, balance })
    }
    balance -= change
  }
  return lines
}

function isSpendable(account: CreditEntry['account']): boolean {
  return account === 'promo' || account === 'paid'
}

const filterOfKind: Readonly<Record<string, HistoryFilter>> = {
  purchase: 'purchases',
  refund: 'purchases',
  refund_freeze: 'purchases',
  refund_thaw: 'purchases',
  bonus: 'earned',
  gift: 'gifts',
  gift_back: 'gifts',
}

export function isOf(filter: HistoryFilter, { kind }: HistoryLine): boolean {
  return filter === 'all' || (filterOfKind[kind] ?? 'spending') === filter
}

/** `open` are the works that credits are set aside for just now. */
export function wordLine(m: Words, line: HistoryLine, open: ReadonlySet<string>): string {
  const { kind, why, refType, refId, change } = line
  const words: Readonly<Record<string, string>> = {
    hold: open.has(refId ?? '') ? m.making : refType === 'workflow_run' ? m.workflow : m.made,
    release: m.returned(why),
    reversal: m.returned(why),
    expire: m.returned(null),
    purchase: m.bought(change),
    refund: m.refunded,
    refund_freeze: m.refunded,
    refund_thaw: m.refundStopped,
    bonus: wordBonus(m, refId),
    gift: m.gift,
    gift_back: m.giftBack,
    tip: m.tipGiven,
    prompt: m.promptUnlocked,
    dispute_open: m.disputed,
    dispute_lost: m.disputed,
    dispute_won: m.disputeWon,
  }
  return words[kind] ?? m.other
}

/** Why credits were given, by what stands before the colon. */
function wordBonus(m: Words, reason: string | null): string {
  const [first] = (reason ?? '').split(':')
  if (first === 'welcome') return m.welcome
  if (first === 'daily') return m.daily
  if (first === 'referral') return m.referral
  return first === 'promo' ? m.code : m.given
}
