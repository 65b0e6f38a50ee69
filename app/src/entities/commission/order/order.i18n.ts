import type { CommissionPerson, CommissionStatus } from '@product/contract'

import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

/** What an order is called wherever it is shown. */
export const orderMessages = defineMessages({
  fr: {
    orders: 'Commandes',
    requested: 'Demandée',
    proposed: 'Proposée',
    funded: 'Payée',
    in_progress: 'En cours',
    delivered: 'Livrée',
    revision: 'En retouche',
    disputed: 'En litige',
    accepted: 'Acceptée',
    declined: 'Refusée',
    canceled: 'Annulée',
    expired: 'Expirée',
    refunded: 'Remboursée',
    settled: 'Partagée',
    ruled: 'Tranchée',
    francs: (amount: number) => `${formatNumber(amount)} FCFA`,
    moment: (at: string) => `${formatDay(at)} à ${formatTime(at)}`,
    somebody: 'Compte supprimé',
    off: 'Les commandes payées arrivent bientôt. Vous pouvez déjà préparer vos services.',
  },
  en: {
    orders: 'Commissions',
    requested: 'Requested',
    proposed: 'Proposed',
    funded: 'Paid',
    in_progress: 'In progress',
    delivered: 'Delivered',
    revision: 'In revision',
    disputed: 'Disputed',
    accepted: 'Accepted',
    declined: 'Declined',
    canceled: 'Canceled',
    expired: 'Expired',
    refunded: 'Refunded',
    settled: 'Shared',
    ruled: 'Ruled',
    francs: (amount: number) => `${formatNumber(amount)} FCFA`,
    moment: (at: string) => `${formatDay(at)}, ${formatTime(at)}`,
    somebody: 'Deleted account',
    off: 'Paid commissions are coming soon. You can prepare your services already.',
  },
})

const tones = {
  waiting: 'bg-credit-soft text-on-credit-soft',
  going: 'bg-info-soft text-on-info-soft',
  done: 'bg-success-soft text-on-success-soft',
  wrong: 'bg-danger-soft text-on-danger-soft',
  over: 'bg-surface-2 text-text-2',
} as const

const toneOf: Readonly<Record<CommissionStatus, keyof typeof tones>> = {
  requested: 'waiting',
  proposed: 'waiting',
  funded: 'going',
  in_progress: 'going',
  delivered: 'waiting',
  revision: 'going',
  disputed: 'wrong',
  accepted: 'done',
  declined: 'over',
  canceled: 'over',
  expired: 'over',
  refunded: 'over',
  settled: 'over',
  ruled: 'over',
}

export const statusClass = (status: CommissionStatus): string => tones[toneOf[status]]

/** « Awa », « @awa », or that nobody is there any more. */
export function nameOf(person: CommissionPerson, nobody: string): string {
  return person.display_name ?? (person.username === null ? nobody : `@${person.username}`)
}

/** « @awa » where there is one: how sentences name somebody. */
export function handleOf(person: CommissionPerson, nobody: string): string {
  return person.username === null ? (person.display_name ?? nobody) : `@${person.username}`
}
