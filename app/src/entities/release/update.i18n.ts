import { defineMessages } from '#i18n/messages.ts'

export const updateMessages = defineMessages({
  verbatim: ['title', 'forcedTitle', 'later'],
  fr: {
    title: 'Mise à jour disponible',
    forcedTitle: 'Mise à jour obligatoire',
    later: 'Plus tard',
    take: 'Mettre à jour',
    version: (version: string) => `Version ${version}`,
    forcedText: 'Elle s’installe d’elle-même dès que vous faites une pause.',
    installing: 'Installation… vos brouillons sont conservés',
    failed: 'La mise à jour n’a pas pu s’installer. Fermez les autres onglets Cortexia, puis réessayez.',
    retry: 'Réessayer',
    news: 'Nouveautés',
    seen: 'Compris',
  },
  en: {
    title: 'Update available',
    forcedTitle: 'Update required',
    later: 'Later',
    take: 'Update',
    version: (version: string) => `Version ${version}`,
    forcedText: 'It installs by itself as soon as you take a break.',
    installing: 'Installing… your drafts are kept',
    failed: 'The update could not be installed. Close the other Cortexia tabs, then try again.',
    retry: 'Try again',
    news: 'What’s new',
    seen: 'Got it',
  },
})
