/** What happened to an order, in a line: of its history, and between the messages of its two. */
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural } from '#i18n/messages.ts'

const francs = (amount: number) => `${formatNumber(amount)} FCFA`

export const eventMessages = defineMessages({
  fr: {
    requested: 'Demande envoyée',
    proposed: (amount: number, steps: number) =>
      `Proposition : ${francs(amount)}, ${plural(steps, { one: '# étape', other: '# étapes' })}`,
    declined: 'Demande refusée',
    canceled: 'Commande annulée',
    expired: 'Expirée sans réponse',
    paid: (amount: number) => `Payée : ${francs(amount)} bloqués`,
    started: 'Travail commencé',
    time_asked: (days: number) => `Délai demandé : ${plural(days, { one: '# jour', other: '# jours' })} de plus`,
    time_given: (days: number) => `Délai accordé : ${plural(days, { one: '# jour', other: '# jours' })} de plus`,
    time_refused: 'Délai refusé',
    sketch_added: 'Croquis ajouté',
    sketch_revised: (points: number) =>
      `Croquis à reprendre : ${plural(points, { one: '# point', other: '# points' })}`,
    delivered: 'Livrée. Aperçu',
    revised: (points: number) => `Retouche demandée : ${plural(points, { one: '# point', other: '# points' })}`,
    extended: '4 jours de plus pour répondre',
    accepted: (amount: number) => `Acceptée : ${francs(amount)} versés`,
    refunded: (amount: number) => `Remboursée : ${francs(amount)}`,
    share_offered: (percent: number) => `Partage proposé : ${percent} % pour l’artiste`,
    share_refused: 'Partage refusé',
    settled: (percent: number) => `Partage accepté : ${percent} % pour l’artiste`,
    disputed: 'Litige ouvert',
    answered: 'Pièce ajoutée au litige',
    withdrawn: 'Litige retiré',
    appealed: 'Appel de la décision',
    ruling: (percent: number) => `Décision : ${percent} % pour l’artiste`,
    ruled: (percent: number) => `Décision appliquée : ${percent} % pour l’artiste`,
    late: 'Délai dépassé',
    reminded: 'Rappel envoyé',
    chargeback: 'La banque a repris le paiement : la commande est gelée',
    chargeback_over: 'La banque a rendu le paiement',
    other: 'Commande modifiée',
    cardOf: (number: number, title: string) => `Commande n° ${number} · ${title}`,
    cardsUnread: 'Les étapes de vos commandes n’ont pas pu se charger',
    you: 'Vous',
    byStaff: 'par l’équipe',
    byClock: 'automatique',
    byBank: 'par la banque',
  },
  en: {
    requested: 'Request sent',
    proposed: (amount: number, steps: number) =>
      `Proposal: ${francs(amount)}, ${plural(steps, { one: '# step', other: '# steps' })}`,
    declined: 'Request declined',
    canceled: 'Commission canceled',
    expired: 'Expired without an answer',
    paid: (amount: number) => `Paid: ${francs(amount)} held`,
    started: 'Work started',
    time_asked: (days: number) => `Time asked for: ${plural(days, { one: '# more day', other: '# more days' })}`,
    time_given: (days: number) => `Time given: ${plural(days, { one: '# more day', other: '# more days' })}`,
    time_refused: 'Time refused',
    sketch_added: 'Sketch added',
    sketch_revised: (points: number) => `Sketch to revise: ${plural(points, { one: '# point', other: '# points' })}`,
    delivered: 'Delivered. Preview',
    revised: (points: number) => `Revision asked for: ${plural(points, { one: '# point', other: '# points' })}`,
    extended: '4 more days to answer',
    accepted: (amount: number) => `Accepted: ${francs(amount)} released`,
    refunded: (amount: number) => `Refunded: ${francs(amount)}`,
    share_offered: (percent: number) => `Share offered: ${percent}% for the artist`,
    share_refused: 'Share refused',
    settled: (percent: number) => `Share accepted: ${percent}% for the artist`,
    disputed: 'Dispute opened',
    answered: 'Evidence added to the dispute',
    withdrawn: 'Dispute withdrawn',
    appealed: 'Ruling appealed',
    ruling: (percent: number) => `Ruling: ${percent}% for the artist`,
    ruled: (percent: number) => `Ruling carried out: ${percent}% for the artist`,
    late: 'Deadline passed',
    reminded: 'Reminder sent',
    chargeback: 'The bank took the payment back: the commission is frozen',
    chargeback_over: 'The bank gave the payment back',
    other: 'Commission changed',
    cardOf: (number: number, title: string) => `Commission no. ${number} · ${title}`,
    cardsUnread: 'The steps of your commissions could not be read',
    you: 'You',
    byStaff: 'by the team',
    byClock: 'by itself',
    byBank: 'by the bank',
  },
})

export type EventFacts = Readonly<Partial<Record<'amount' | 'steps' | 'days' | 'points' | 'percent', unknown>>>

type Words = typeof eventMessages.fr

export function wordEvent(m: Words, what: string, facts: EventFacts): string {
  const said = (m as Record<string, unknown>)[what]
  if (typeof said === 'string') return said
  const of = (name: keyof EventFacts) => Number(facts[name] ?? 0)
  if (what === 'proposed') return m.proposed(of('amount'), of('steps'))
  const counted = { time: of('days'), sketch: of('points'), revised: of('points') }[what.split('_')[0] ?? '']
  const percent = ['share_offered', 'settled', 'ruling', 'ruled'].includes(what) ? of('percent') : of('amount')
  return typeof said === 'function' ? (said as (fact: number) => string)(counted ?? percent) : m.other
}
