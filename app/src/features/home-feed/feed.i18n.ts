import { defineMessages } from '#i18n/messages.ts'

/** What the first screen says; the rest is in later.i18n.ts. */
export const feedMessages = defineMessages({
  fr: {
    title: 'Feed',
    heroTitle: 'Une idée, un\u00A0mot, une\u00A0image.',
    heroText:
      'Écrivez ce que vous voyez en tête. Cortexia en fait une image. Remixez celles des autres, publiez, partagez.',
    createAccount: 'Créer un compte',
    signIn: 'Se connecter',
    tabs: 'Trier le feed',
    for_you: 'Pour vous',
    following: 'Abonnements',
    latest: 'Récents',
    trending: 'Tendances',
    list: 'Images du feed',
    loading: 'Chargement…',
  },
  en: {
    title: 'Feed',
    heroTitle: 'An idea, a word, an image.',
    heroText: 'Write what you have in mind. Cortexia makes an image of it. Remix others, publish, share.',
    createAccount: 'Create an account',
    signIn: 'Sign in',
    tabs: 'Sort the feed',
    for_you: 'For you',
    following: 'Following',
    latest: 'Latest',
    trending: 'Trending',
    list: 'Feed images',
    loading: 'Loading…',
  },
})
