import { defineMessages } from '#i18n/messages.ts'

export const teenSettingsMessages = defineMessages({
  fr: {
    off: 'Vous avez 15, 16 ou 17 ans ? Un compte plus calme : pas de messages d’inconnus, rien de sensible, pas d’achat.',
    on: (date: string) => `Actif jusqu’au ${date}`,
    end: 'Arrêter le mode ado',
    endText:
      'Demandez à votre parent de taper son code. Vos réglages restent comme ils sont : vous pourrez les changer.',
    parentCode: 'Code du parent',
    confirm: 'Arrêter',
    ending: 'Un instant…',
    ended: 'Le mode ado est arrêté',
    wrong: 'Ce n’est pas le bon code.',
    tooMany: 'Trop d’essais. Réessayez dans une heure.',
  },
  en: {
    off: 'Are you 15, 16 or 17? A calmer account: no messages from strangers, nothing sensitive, no purchases.',
    on: (date: string) => `On until ${date}`,
    end: 'End teen mode',
    endText: 'Ask your parent to type their code. Your settings stay as they are: you can then change them.',
    parentCode: 'Parent’s code',
    confirm: 'End it',
    ending: 'One moment…',
    ended: 'Teen mode has ended',
    wrong: 'That is not the code.',
    tooMany: 'Too many tries. Try again in an hour.',
  },
})
