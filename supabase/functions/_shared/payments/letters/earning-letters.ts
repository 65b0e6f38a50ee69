/** What is written to people about what they earned, and where it goes. */
import type { LetterKind, Wording } from './letter.ts'

type Kind = Extract<LetterKind, 'destination_changed' | 'bank_changed' | 'payout_sent' | 'payout_back'>

const fr: Readonly<Record<Kind, Wording>> = {
  destination_changed: ({ given }) => ({
    subject: 'Votre numéro de retrait a changé',
    lead: `Vos gains iront désormais au numéro qui finit par ${given.number}. Aucun retrait n’est possible avant 72 heures.`,
    notes: ['Ce n’était pas vous ? Changez votre mot de passe et écrivez-nous tout de suite.'],
    button: ['/earnings', 'Voir mes gains'],
  }),
  bank_changed: ({ given }) => ({
    subject: 'Votre compte de retrait a changé',
    lead: `Vos gains iront désormais au compte bancaire qui finit par ${given.number}. Aucun retrait n’est possible avant 72 heures.`,
    notes: ['Ce n’était pas vous ? Changez votre mot de passe et écrivez-nous tout de suite.'],
    button: ['/earnings', 'Voir mes gains'],
  }),
  payout_sent: ({ price, given }) => ({
    subject: `${price} envoyés`,
    lead:
      given.way === 'bank'
        ? `${price} sont en route vers le compte bancaire qui finit par ${given.number}. Votre banque les montre sous quelques jours.`
        : `${price} sont arrivés au numéro qui finit par ${given.number}.`,
    notes: [],
    button: ['/earnings', 'Voir mes gains'],
  }),
  payout_back: ({ price, given }) => ({
    subject: 'Votre retrait n’a pas abouti',
    lead: `Le retrait vers le ${given.way === 'bank' ? 'compte' : 'numéro'} qui finit par ${given.number} n’a pas abouti. ${price} sont de nouveau disponibles.`,
    notes: ['Vous pouvez réessayer quand vous voulez.'],
    button: ['/earnings', 'Voir mes gains'],
  }),
}

const en: typeof fr = {
  destination_changed: ({ given }) => ({
    subject: 'Your withdrawal number has changed',
    lead: `Your earnings now go to the number ending in ${given.number}. Nothing can be withdrawn for 72 hours.`,
    notes: ['Was this not you? Change your password and write to us at once.'],
    button: ['/earnings', 'See my earnings'],
  }),
  bank_changed: ({ given }) => ({
    subject: 'Your withdrawal account has changed',
    lead: `Your earnings now go to the bank account ending in ${given.number}. Nothing can be withdrawn for 72 hours.`,
    notes: ['Was this not you? Change your password and write to us at once.'],
    button: ['/earnings', 'See my earnings'],
  }),
  payout_sent: ({ price, given }) => ({
    subject: `${price} sent`,
    lead:
      given.way === 'bank'
        ? `${price} are on their way to the bank account ending in ${given.number}. Your bank shows them within a few days.`
        : `${price} arrived at the number ending in ${given.number}.`,
    notes: [],
    button: ['/earnings', 'See my earnings'],
  }),
  payout_back: ({ price, given }) => ({
    subject: 'Your withdrawal did not go through',
    lead: `The withdrawal to the ${given.way === 'bank' ? 'account' : 'number'} ending in ${given.number} did not go through. ${price} are available again.`,
    notes: ['You can try again whenever you like.'],
    button: ['/earnings', 'See my earnings'],
  }),
}

export const earningLetters = { fr, en }
