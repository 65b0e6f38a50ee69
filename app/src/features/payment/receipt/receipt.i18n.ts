import { defineMessages } from '#i18n/messages.ts'

export const receiptMessages = defineMessages({
  fr: { receipt: 'Voir le reçu', busy: 'Préparation…', failed: 'Le reçu n’a pas pu se charger. Réessayez.' },
  en: { receipt: 'See the receipt', busy: 'Preparing…', failed: 'The receipt could not be read. Try again.' },
})
