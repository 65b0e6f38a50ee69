import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural } from '#i18n/messages.ts'

const francs = (amount: number) => `${formatNumber(amount)} FCFA`

/** Where an order stands, said to each of its two: what comes next, by whom, until when. */
export const situationMessages = defineMessages({
  fr: {
    client_requested: (who: string, until: string) =>
      `Votre demande est chez ${who}. Réponse attendue avant le ${until} ; sans elle, la demande s’efface.`,
    creator_requested: (who: string, until: string) =>
      `${who} attend votre réponse avant le ${until}. Proposez un prix, ou refusez.`,
    client_proposed: (who: string, until: string) => `${who} vous fait une proposition, valable jusqu’au ${until}.`,
    creator_proposed: (who: string, until: string) => `${who} a jusqu’au ${until} pour payer votre proposition.`,
    client_next: (until: string) => `L’étape précédente est acceptée. La suivante est à payer avant le ${until}.`,
    creator_next: (who: string, until: string) =>
      `L’étape précédente est versée. ${who} a jusqu’au ${until} pour payer la suivante.`,
    client_funded: (who: string, amount: number) => `${francs(amount)} bloqués. ${who} commence.`,
    creator_funded: (amount: number) => `${francs(amount)} sont bloqués pour vous.`,
    startsFrom: (date: string) => `Payée par carte : le travail commence le ${date} au plus tôt.`,
    client_in_progress: (who: string) => `${who} travaille à votre commande.`,
    creator_in_progress: 'À vous. Ajoutez vos croquis, puis les fichiers finis, et livrez.',
    guarantee: (date: string) => `Livraison garantie le ${date}, sinon remboursement.`,
    escrow: 'Votre paiement est bloqué chez nous. Il n’est versé qu’après votre accord.',
    client_late: 'Le délai est dépassé. Vous pouvez demander le remboursement.',
    creator_late: 'Le délai est dépassé. La cliente ou le client peut être remboursé à tout moment.',
    lateUntil: (date: string) => `Sans livraison, le remboursement part tout seul le ${date}.`,
    client_delivered: (date: string) =>
      `Livrée le ${date}. Aperçu avec filigrane ; les fichiers s’ouvrent après votre accord.`,
    creator_delivered: (date: string) => `Livrée le ${date}. Votre client regarde.`,
    auto: (date: string) => `Sans réponse, la livraison sera acceptée le ${date}.`,
    client_revision: (who: string, until: string) => `${who} reprend vos points avant le ${until}.`,
    creator_revision: (until: string) => `Reprenez les points demandés avant le ${until}, puis livrez de nouveau.`,
    disputed: 'Les fonds sont bloqués.',
    ruling: 'Décision rendue. Les fonds restent bloqués le temps d’un appel.',
    client_accepted: (amount: number, who: string) => `Merci. ${francs(amount)} versés à ${who}.`,
    creator_accepted: (amount: number, date: string) =>
      `Acceptée. ${francs(amount)} pour vous, disponibles le ${date}.`,
    client_declined: (who: string) => `${who} ne prend pas cette demande. Rien n’a été payé.`,
    creator_declined: 'Vous avez refusé cette demande.',
    canceled: 'La commande est annulée. Rien d’autre ne sera payé.',
    expired: 'La commande a expiré sans réponse. Rien n’a été payé pour cette étape.',
    client_refunded: (amount: number) => `${francs(amount)} vous sont rendus.`,
    creator_refunded: 'L’argent est rendu. La commande est terminée.',
    client_settled: (percent: number) =>
      `Partage accepté : ${percent} % pour l’artiste, ${100 - percent} % vous reviennent.`,
    creator_settled: (percent: number) => `Partage accepté : ${percent} % pour vous, ${100 - percent} % remboursés.`,
    client_ruled: (percent: number) => `Décision : ${percent} % à l’artiste, ${100 - percent} % remboursés.`,
    creator_ruled: (percent: number) => `Décision : ${percent} % pour vous, ${100 - percent} % remboursés.`,
    staff: 'Vous regardez ce que les deux ont joint.',
    timeAsked: (who: string, days: number) =>
      `${who} demande ${plural(days, { one: '# jour', other: '# jours' })} de plus.`,
    timeAskedOwn: (days: number) =>
      `Vous avez demandé ${plural(days, { one: '# jour', other: '# jours' })} de plus. La réponse est attendue.`,
    shareOffered: (who: string, percent: number) =>
      `${who} propose ${percent} % pour le travail fait, ${100 - percent} % remboursés.`,
    shareOwn: (percent: number) =>
      `Vous proposez ${percent} % pour le travail fait, ${100 - percent} % remboursés. La réponse est attendue.`,
  },
  en: {
    client_requested: (who: string, until: string) =>
      `${who} has your request. An answer is due before ${until}; without one the request lapses.`,
    creator_requested: (who: string, until: string) =>
      `${who} awaits your answer before ${until}. Propose a price, or decline.`,
    client_proposed: (who: string, until: string) => `${who} makes you a proposal, good until ${until}.`,
    creator_proposed: (who: string, until: string) => `${who} has until ${until} to pay your proposal.`,
    client_next: (until: string) => `The step before is accepted. The next one is to be paid before ${until}.`,
    creator_next: (who: string, until: string) =>
      `The step before is released. ${who} has until ${until} to pay the next.`,
    client_funded: (who: string, amount: number) => `${francs(amount)} held. ${who} begins.`,
    creator_funded: (amount: number) => `${francs(amount)} are held for you.`,
    startsFrom: (date: string) => `Paid by card: work begins on ${date} at the earliest.`,
    client_in_progress: (who: string) => `${who} works on your commission.`,
    creator_in_progress: 'Your turn. Add your sketches, then the finished files, and deliver.',
    guarantee: (date: string) => `Guaranteed by ${date} or your money back.`,
    escrow: 'Your payment is held. It is released only when you accept.',
    client_late: 'The deadline has passed. You can ask for a refund.',
    creator_late: 'The deadline has passed. The client can be refunded at any time.',
    lateUntil: (date: string) => `Without a delivery the refund leaves by itself on ${date}.`,
    client_delivered: (date: string) =>
      `Delivered on ${date}. Preview with a watermark; the files open once you accept.`,
    creator_delivered: (date: string) => `Delivered on ${date}. Your client is looking.`,
    auto: (date: string) => `Without an answer, the delivery is accepted on ${date}.`,
    client_revision: (who: string, until: string) => `${who} goes over your points before ${until}.`,
    creator_revision: (until: string) => `Go over the points before ${until}, then deliver again.`,
    disputed: 'The funds are held.',
    ruling: 'A ruling is in. The funds stay held while it can be appealed.',
    client_accepted: (amount: number, who: string) => `Thank you. ${francs(amount)} released to ${who}.`,
    creator_accepted: (amount: number, date: string) => `Accepted. ${francs(amount)} for you, available on ${date}.`,
    client_declined: (who: string) => `${who} does not take this request. Nothing was paid.`,
    creator_declined: 'You declined this request.',
    canceled: 'The commission is canceled. Nothing more will be paid.',
    expired: 'The commission expired without an answer. Nothing was paid for this step.',
    client_refunded: (amount: number) => `${francs(amount)} are given back to you.`,
    creator_refunded: 'The money is given back. The commission is over.',
    client_settled: (percent: number) =>
      `Share accepted: ${percent}% for the artist, ${100 - percent}% come back to you.`,
    creator_settled: (percent: number) => `Share accepted: ${percent}% for you, ${100 - percent}% refunded.`,
    client_ruled: (percent: number) => `Ruling: ${percent}% for the artist, ${100 - percent}% refunded.`,
    creator_ruled: (percent: number) => `Ruling: ${percent}% for you, ${100 - percent}% refunded.`,
    staff: 'You see what the two have attached.',
    timeAsked: (who: string, days: number) =>
      `${who} asks for ${plural(days, { one: '# more day', other: '# more days' })}.`,
    timeAskedOwn: (days: number) =>
      `You asked for ${plural(days, { one: '# more day', other: '# more days' })}. The answer is awaited.`,
    shareOffered: (who: string, percent: number) =>
      `${who} offers ${percent}% for the work done, ${100 - percent}% refunded.`,
    shareOwn: (percent: number) =>
      `You offer ${percent}% for the work done, ${100 - percent}% refunded. The answer is awaited.`,
  },
})

export type SituationWords = typeof situationMessages.fr
