import { defineMessages } from '#i18n/messages.ts'

export const actMessages = defineMessages({
  verbatim: ['notAllowed'],
  fr: {
    failed: 'Cela n’a pas pu être fait',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
    cannotMessage: 'Cette personne ne reçoit pas de messages de votre part.',
    tooMany: 'Vous avez ouvert beaucoup de conversations aujourd’hui. Réessayez demain.',
    groupFull: 'Un groupe compte 50 personnes au plus.',
    notAllowed: 'Non autorisé',
    historyNotShared: 'La personne est dans le groupe, mais l’historique n’a pas pu lui être transmis.',
  },
  en: {
    failed: 'That could not be done',
    tryAgain: 'Check your network and try again.',
    cannotMessage: 'This person does not receive messages from you.',
    tooMany: 'You opened many conversations today. Try again tomorrow.',
    groupFull: 'A group has at most 50 people.',
    notAllowed: 'Not allowed',
    historyNotShared: 'They are in the group, but the history could not be passed on to them.',
  },
})
