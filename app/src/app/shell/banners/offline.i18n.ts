import { defineMessages, plural } from '#i18n/messages.ts'

export const offlineMessages = defineMessages({
  verbatim: ['title', 'text'],
  fr: {
    title: 'Vous êtes hors ligne',
    text: 'Certaines fonctionnalités peuvent être limitées',
    back: 'De nouveau en ligne',
    notKept: 'Pas encore disponible hors ligne',
    notKeptText: 'Cet écran s’ouvrira au retour du réseau.',
    toFeed: 'Retour au feed',
    backWith: (count: number) =>
      `De nouveau en ligne · ${plural(count, { one: '# élément envoyé', other: '# éléments envoyés' })}`,
  },
  en: {
    title: 'You are offline',
    text: 'Some features may be limited',
    back: 'Back online',
    notKept: 'Not available offline yet',
    notKeptText: 'This screen opens when the network is back.',
    toFeed: 'Back to the feed',
    backWith: (count: number) => `Back online · ${plural(count, { one: '# item sent', other: '# items sent' })}`,
  },
})
