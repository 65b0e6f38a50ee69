import { defineMessages } from '#i18n/messages.ts'

export const refreshMessages = defineMessages({
  fr: {
    busy: 'Actualisation…',
    done: 'Le feed est à jour.',
    failedTitle: 'Le feed n’a pas pu être actualisé',
    failedText: 'Vérifiez votre réseau. Rien n’est perdu.',
  },
  en: {
    busy: 'Refreshing…',
    done: 'The feed is up to date.',
    failedTitle: 'The feed could not be refreshed',
    failedText: 'Check your network. Nothing is lost.',
  },
})
