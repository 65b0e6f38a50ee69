import { defineMessages, plural } from '#i18n/messages.ts'

export const standingMessages = defineMessages({
  fr: {
    title: 'État du compte',
    none: 'Tout va bien : aucun avertissement.',
    some: (count: number) => plural(count, { one: '# avertissement', other: '# avertissements' }),
    help: 'Un avertissement s’efface après 90 jours, ou dès que la décision est annulée.',
    post: 'Publication',
    comment: 'Commentaire',
    user: 'Compte',
    lapses: (day: string) => `S’efface le ${day}`,
    see: 'Voir',
    seeDecision: (name: string) => `Voir la décision : ${name}`,
    failed: 'L’état de votre compte n’a pas pu se charger',
    retry: 'Réessayer',
  },
  en: {
    title: 'Account standing',
    none: 'All is well: no strikes.',
    some: (count: number) => plural(count, { one: '# strike', other: '# strikes' }),
    help: 'A strike lapses after 90 days, or as soon as the decision is taken back.',
    post: 'Post',
    comment: 'Comment',
    user: 'Account',
    lapses: (day: string) => `Lapses on ${day}`,
    see: 'See',
    seeDecision: (name: string) => `See the decision: ${name}`,
    failed: 'Your account’s standing could not be loaded',
    retry: 'Try again',
  },
})
