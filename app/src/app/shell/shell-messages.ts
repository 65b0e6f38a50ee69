import { defineMessages, plural } from '#i18n/messages.ts'

export const shellMessages = defineMessages({
  fr: {
    skip: 'Aller au contenu',
    navigation: 'Navigation principale',
    home: 'Cortexia, accueil',
    feed: 'Feed',
    search: 'Recherche',
    create: 'Créer une image',
    messages: 'Messages',
    profile: 'Profil',
    account: 'Compte et réglages',
    signIn: 'Se connecter',
    sessionEnded: 'Votre session a expiré',
    draftsKept: 'Vos brouillons sont conservés.',
    unread: (count: number) => plural(count, { one: '# conversation non lue', other: '# conversations non lues' }),
  },
  en: {
    skip: 'Skip to content',
    navigation: 'Main navigation',
    home: 'Cortexia, home',
    feed: 'Feed',
    search: 'Search',
    create: 'Create an image',
    messages: 'Messages',
    profile: 'Profile',
    account: 'Account and settings',
    signIn: 'Sign in',
    sessionEnded: 'Your session expired',
    draftsKept: 'Your drafts are safe.',
    unread: (count: number) => plural(count, { one: '# unread conversation', other: '# unread conversations' }),
  },
})
