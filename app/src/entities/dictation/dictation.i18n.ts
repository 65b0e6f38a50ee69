import { defineMessages } from '#i18n/messages.ts'

export const dictationMessages = defineMessages({
  fr: {
    dictate: 'Dicter',
    stop: 'Arrêter la dictée',
    added: 'Texte dicté ajouté',
    takeBack: 'Annuler',
    promptBlocked: 'Le micro est refusé : écrivez votre description au clavier.',
    promptUnavailable: 'La dictée ne répond pas : écrivez votre description au clavier.',
    notHeard: 'La dictée n’a pas commencé',
    blocked: 'Ce navigateur refuse le micro à Cortexia : autorisez-le dans les réglages du site.',
    unavailable: 'La dictée de ce navigateur ne répond pas. Écrivez au clavier.',
  },
  en: {
    dictate: 'Dictate',
    stop: 'Stop dictating',
    added: 'Dictated text added',
    takeBack: 'Undo',
    promptBlocked: 'The microphone is denied: type your description.',
    promptUnavailable: 'Dictation does not answer: type your description.',
    notHeard: 'Dictation did not start',
    blocked: 'This browser keeps the microphone from Cortexia: allow it in the site settings.',
    unavailable: 'This browser’s dictation does not answer. Use the keyboard.',
  },
})
