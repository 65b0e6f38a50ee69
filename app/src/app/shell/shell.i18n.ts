import { defineMessages } from '#i18n/messages.ts'

export const shellMessages = defineMessages({
  fr: {
    skip: 'Aller au contenu',
    navigation: 'Navigation principale',
    home: 'Cortexia, accueil',
    feed: 'Feed',
    search: 'Recherche',
    create: 'Créer une image',
    messages: 'Messages',
    notifications: 'Notifications',
    profile: 'Profil',
    signIn: 'Se connecter',
  },
  en: {
    skip: 'Skip to content',
    navigation: 'Main navigation',
    home: 'Cortexia, home',
    feed: 'Feed',
    search: 'Search',
    create: 'Create an image',
    messages: 'Messages',
    notifications: 'Notifications',
    profile: 'Profile',
    signIn: 'Sign in',
  },
})
