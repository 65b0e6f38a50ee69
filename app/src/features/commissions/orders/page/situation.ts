/** What is said of an order as it stands, to whoever looks. */
import type { Commission, CommissionMilestone, CommissionStatus } from '@product/contract'

import { handleOf, type orderMessages } from '#entities/commission/order/order.i18n.ts'
import { formatDay } from '#i18n/format-dates.ts'

import { currentMilestone } from '../milestone.ts'
import type { SituationWords } from './situation.i18n.ts'

type Names = Pick<typeof orderMessages.fr, 'somebody' | 'moment'>

interface Seen {
  order: Commission
  step: CommissionMilestone | undefined
  isClient: boolean
  who: string
  amount: number
  /** Of the last event, where it was about a share. */
  percent: number
  moment: (at: string | null) => string
}

type Wording = (m: SituationWords, seen: Seen) => string[]

/** The sentences, the most important first. */
export function wordSituation(m: SituationWords, o: Names, order: Commission): string[] {
  if (order.role === 'staff') return [m.staff]
  const isClient = order.role === 'client'
  const step = currentMilestone(order)
  return wordings[order.status](m, {
    order,
    step,
    isClient,
    who: handleOf(isClient ? order.creator : order.client, o.somebody),
    amount: step?.amount ?? 0,
    percent: Number(order.events.at(-1)?.details['percent'] ?? 0),
    moment: (at) => (at === null ? '' : o.moment(at)),
  })
}

const wordings: Readonly<Record<CommissionStatus, Wording>> = {
  requested: (m, { order, isClient, who, moment }) => [
    (isClient ? m.client_requested : m.creator_requested)(who, moment(order.proposal_ends_at)),
  ],
  proposed: (m, { order, step, isClient, who, moment }) => {
    const until = moment(order.proposal_ends_at)
    const isFirst = order.current === 1
    // As it will be, paid today.
    const days = step && m.guarantee(formatDay(new Date(Date.parse(order.now) + step.days * 86_400_000).toISOString()))
    if (isClient)
      return [isFirst ? m.client_proposed(who, until) : m.client_next(until), ...(days ? [days] : []), m.escrow]
    return [(isFirst ? m.creator_proposed : m.creator_next)(who, until)]
  },
  funded: (m, { order, isClient, who, amount, moment }) => [
    isClient ? m.client_funded(who, amount) : m.creator_funded(amount),
    ...(order.starts_from === null ? [] : [m.startsFrom(moment(order.starts_from))]),
    ...guarantee(m, order),
  ],
  in_progress: (m, { order, isClient, who }) => {
    if (!order.is_late) return [isClient ? m.client_in_progress(who) : m.creator_in_progress, ...guarantee(m, order)]
    const last = order.refunded_by === null ? [] : [m.lateUntil(formatDay(order.refunded_by))]
    return [isClient ? m.client_late : m.creator_late, ...last]
  },
  delivered: (m, { order, isClient, moment }) => [
    (isClient ? m.client_delivered : m.creator_delivered)(moment(order.delivered_at)),
    m.auto(moment(order.accepts_at)),
  ],
  revision: (m, { order, isClient, who, moment }) => {
    const by = moment(order.revision_due)
    return [isClient ? m.client_revision(who, by) : m.creator_revision(by)]
  },
  disputed: (m, { order }) => [order.dispute?.ruling && !order.dispute.is_appealed ? m.ruling : m.disputed],
  accepted: (m, { order, step, isClient, who, amount }) => [
    isClient
      ? m.client_accepted(amount, who)
      : m.creator_accepted(step?.to_creator ?? 0, formatDay(step?.available_at ?? order.now)),
  ],
  declined: (m, { isClient, who }) => [isClient ? m.client_declined(who) : m.creator_declined],
  canceled: (m) => [m.canceled],
  expired: (m) => [m.expired],
  refunded: (m, { isClient, amount }) => [isClient ? m.client_refunded(amount) : m.creator_refunded],
  settled: (m, { isClient, percent }) => [(isClient ? m.client_settled : m.creator_settled)(percent)],
  ruled: (m, { isClient, percent }) => [(isClient ? m.client_ruled : m.creator_ruled)(percent)],
}

function guarantee(m: SituationWords, { guaranteed_at: at }: Commission): string[] {
  return at === null ? [] : [m.guarantee(formatDay(at))]
}
