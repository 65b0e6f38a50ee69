import { defineMessages } from '#i18n/messages.ts'

export const draftMessages = defineMessages({
  fr: {
    full: 'Vous avez déjà cent descriptions à reprendre : celle-ci reste sur cet appareil.',
  },
  en: {
    full: 'You already have a hundred unfinished descriptions: this one stays on this device.',
  },
})
