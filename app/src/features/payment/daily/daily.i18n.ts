import { defineMessages, plural } from '#i18n/messages.ts'

export const dailyMessages = defineMessages({
  fr: {
    title: '1 crédit offert aujourd’hui',
    text: 'Un par jour tant qu’il vous en reste moins de cinq.',
    streak: (days: number) => plural(days, { one: '# jour de suite', other: '# jours de suite' }),
    take: 'Prendre',
    taking: 'Un instant…',
    taken: 'Votre crédit du jour est là',
    again: (when: string) => `Le prochain : ${when}.`,
    unproven: 'Un crédit offert chaque jour',
    unprovenText: 'Confirmez d’abord votre e-mail ou votre téléphone.',
    confirm: 'Confirmer',
    gone: 'Les crédits offerts du jour sont tous partis. Revenez demain.',
    failed: 'Cela n’a pas marché. Réessayez.',
  },
  en: {
    title: '1 free credit today',
    text: 'One a day while you have fewer than five.',
    streak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
    take: 'Take it',
    taking: 'One moment…',
    taken: 'Your credit of the day is here',
    again: (when: string) => `The next one: ${when}.`,
    unproven: 'One free credit every day',
    unprovenText: 'First confirm your e-mail or phone.',
    confirm: 'Confirm',
    gone: 'Today’s free credits are all gone. Come back tomorrow.',
    failed: 'That did not work. Try again.',
  },
})
