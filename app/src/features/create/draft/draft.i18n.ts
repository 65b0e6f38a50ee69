import { defineMessages } from '#i18n/messages.ts'

export const draftMessages = defineMessages({
  fr: {
    full: 'Cent descriptions à reprendre, c’est le plus : celle-ci reste sur cet appareil seul.',
  },
  en: {
    full: 'A hundred unfinished descriptions are the most: this one stays on this device only.',
  },
})
