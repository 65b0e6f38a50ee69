/** The sentence of a row, in pieces, so that names stand out. */
import type { NotificationEntry } from '#entities/notification/notification.ts'
import { currentMessages } from '#i18n/messages.ts'

import { notificationsMessages } from './notifications.i18n.ts'
import { wordOrder } from './order-words.i18n.ts'

export interface Sentence {
  text: string
  /** Which parts of the text are names. */
  names: readonly string[]
}

const longest = 140

type Words = ReturnType<typeof currentMessages<(typeof notificationsMessages)['fr']>>
type Wording = (m: Words, who: string, entry: NotificationEntry) => string

const wordings: Partial<Record<NotificationEntry['type'], Wording>> = {
  like: (m, who, { data, actors_count: count }) => (data.comment_id ? m.likeComment : m.like)(who, count > 1),
  comment: (m, who, { data, excerpt, actors_count: count }) => {
    const words = excerpt && count <= 1 ? shorten(excerpt) : null
    if (data.is_reply) return words ? m.replied(who, words) : m.reply(who)
    return words ? m.said(who, words) : m.comment(who, count > 1)
  },
  follow: (m, who, { data, actors_count: count }) => {
    if (data.is_request) return m.request(who)
    return data.is_accepted ? m.accepted(who) : m.follow(who, count > 1)
  },
  mention: (m, who, { excerpt }) => (excerpt ? m.mentioned(who, shorten(excerpt)) : m.mention(who)),
  message: (m, who) => m.message(who),
  remix: (m, who, { actors_count: count }) => m.remix(who, count > 1),
  tip: (m, who, { data }) => (data.what === 'prompt' ? m.unlocked(who) : m.tip(who)),
  payout: (m, _, { data: { what, amount = 0, last4 = '', way } }) => {
    if (what === 'destination') return m.payoutNumber(last4)
    if (what === 'bank') return m.payoutBank(last4)
    if (what === 'bank_refused') return m.payoutBankRefused(last4)
    if (what === 'sent' && way === 'bank') return m.payoutSentToBank(amount, last4)
    return what === 'sent' ? m.payoutSent(amount, last4) : m.payoutBack(amount)
  },
  post: (m, who) => m.post(who),
  search: (m, _, { data }) => m.search(data.query ?? ''),
  moderation: (m, _, { data }) => {
    if (data.kind === 'report') return m.reportDecided
    return data.kind === 'appeal' ? m.appealAnswered : m.decided
  },
  generation: (m, _, { data }) => (data.status === 'succeeded' ? m.ready : m.notMade),
  system: wordSystem,
  payment: (m, who, { data }) => wordPayment(m, who, data),
  commission: (_, __, { data }) => wordOrder(data.what ?? '', data.service_title ?? ''),
}

function wordSystem(m: Words, who: string, { data, actors_count: count }: NotificationEntry): string {
  const { what, domain = '', challenge_title: challenge = '', place = 1, workflow_title: workflow = '' } = data
  const words: Readonly<Record<string, string>> = {
    domain_lost: m.domainLost(domain),
    challenge_won: m.challengeWon(challenge, place),
    planned_published: m.plannedPublished,
    planned_refused: m.plannedRefused,
    workflow_begun: m.workflowBegun(workflow),
    workflow_refused: m.workflowRefused(workflow),
    prompt_asked: m.promptAsked(who, count > 1),
    prompt_shown: m.promptShown(who),
  }
  return words[what ?? ''] ?? m.other
}

function wordPayment(m: Words, who: string, { what, credits = 0, amount = 0 }: NotificationEntry['data']): string {
  const words: Readonly<Record<string, string>> = {
    paid: m.paid(credits),
    gift_paid: m.giftPaid(credits),
    gift: m.gift(who, credits),
    gift_accepted: m.giftAccepted(who, credits),
    gift_returned: m.giftReturned(who, credits),
    referral: m.referral(credits),
    refunded: m.refunded(amount),
    review: m.paymentReview,
    low_balance: m.lowBalance(credits),
    plan_ends_soon: m.planEndsSoon,
    plan_ended: m.planEnded,
    plan_grace: m.planGrace,
    plan_over: m.planOver,
    plan_canceled: m.planCanceled,
  }
  return words[what ?? ''] ?? (what?.startsWith('dispute') ? m.dispute : m.unpaid)
}

export function wordNotification(entry: NotificationEntry): Sentence {
  const m = currentMessages(notificationsMessages)
  const { title, body, type } = entry
  // What the app cannot word says itself what it is.
  if (title) return { text: [title, body].filter(Boolean).join(' · '), names: [title] }
  const who = nameThem(entry, m)
  return { text: wordings[type]?.(m, who.join, entry) ?? m.other, names: who.names }
}

/** « Awa », « Awa et Kossi », « Awa, Kossi et 12 autres » */
function nameThem({ people, actors_count: count }: NotificationEntry, m: Words): { join: string; names: string[] } {
  const [first, second] = people.map(({ display_name: name }) => name)
  if (first === undefined) return { join: m.somebody, names: [] }
  if (count <= 1) return { join: first, names: [first] }
  if (second === undefined) return { join: m.and(first, m.others(count - 1)), names: [first] }
  const names = [first, second]
  if (count === 2) return { join: m.and(first, second), names }
  return { join: m.and(`${first}, ${second}`, m.others(count - 2)), names }
}

/** The text cut where names begin and end: `[['Awa', true], [' aime votre image', false]]`. */
export function splitNames({ text, names }: Sentence): [string, boolean][] {
  const parts: [string, boolean][] = []
  let rest = text
  for (const name of names) {
    const at = rest.indexOf(name)
    if (at === -1 || name === '') continue
    parts.push([rest.slice(0, at), false], [name, true])
    rest = rest.slice(at + name.length)
  }
  parts.push([rest, false])
  return parts.filter(([part]) => part !== '')
}

function shorten(words: string): string {
  const line = words.replaceAll(/\s+/gu, ' ')
  const characters = [...new Intl.Segmenter().segment(line.slice(0, longest * 8))].map(({ segment }) => segment)
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : line
}
