import { defineMessages } from '#i18n/messages.ts'

export const dictateMessages = defineMessages({
  fr: {
    dictate: 'Dicter',
    stop: 'Arrêter la dictée',
    added: 'Texte dicté ajouté',
    takeBack: 'Annuler',
    blocked: 'Le micro est refusé : écrivez votre description au clavier.',
    unavailable: 'La dictée ne répond pas : écrivez votre description au clavier.',
  },
  en: {
    dictate: 'Dictate',
    stop: 'Stop dictating',
    added: 'Dictated text added',
    takeBack: 'Undo',
    blocked: 'The microphone is denied: type your description.',
    unavailable: 'Dictation does not answer: type your description.',
  },
})
