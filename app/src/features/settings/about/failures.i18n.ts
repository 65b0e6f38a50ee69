import { defineMessages } from '#i18n/messages.ts'

export const failureMessages = defineMessages({
  fr: {
    title: 'Ce qui n’a pas marché',
    none: 'Rien à signaler : tout a marché depuis que cette page est ouverte.',
    copy: 'Copier la liste',
    copied: 'Liste copiée',
    copyFailed: 'La copie n’a pas abouti',
  },
  en: {
    title: 'What did not work',
    none: 'Nothing to report: all has worked since this page was opened.',
    copy: 'Copy the list',
    copied: 'List copied',
    copyFailed: 'The list could not be copied',
  },
})
