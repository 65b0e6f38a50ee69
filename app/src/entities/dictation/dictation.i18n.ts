import { defineMessages } from '#i18n/messages.ts'

export const dictationMessages = defineMessages({
  fr: {
    stop: 'Arrêter la dictée',
    notHeard: 'La dictée n’a pas commencé',
    blocked: 'Ce navigateur refuse le micro à Cortexia : autorisez-le dans les réglages du site.',
    unavailable: 'La dictée de ce navigateur ne répond pas. Écrivez au clavier.',
  },
  en: {
    stop: 'Stop dictating',
    notHeard: 'Dictation did not start',
    blocked: 'This browser keeps the microphone from Cortexia: allow it in the site settings.',
    unavailable: 'This browser’s dictation does not answer. Use the keyboard.',
  },
})
