import { defineMessages, plural } from '#i18n/messages.ts'

export const offlineMessages = defineMessages({
  verbatim: ['title', 'text'],
  fr: {
    title: 'Vous êtes hors ligne',
    text: 'Certaines fonctionnalités peuvent être limitées',
    back: 'De nouveau en ligne',
    backWith: (count: number) =>
      `De nouveau en ligne · ${plural(count, { one: '# élément envoyé', other: '# éléments envoyés' })}`,
  },
  en: {
    title: 'You are offline',
    text: 'Some features may be limited',
    back: 'Back online',
    backWith: (count: number) => `Back online · ${plural(count, { one: '# item sent', other: '# items sent' })}`,
  },
})
