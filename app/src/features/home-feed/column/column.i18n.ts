import { defineMessages, plural } from '#i18n/messages.ts'

export const columnMessages = defineMessages({
  fr: {
    discover: 'À découvrir',
    search: 'Rechercher',
    challenge: 'Défi en cours',
    trends: 'Hashtags du moment',
    posts: (count: number) => plural(count, { one: '# publication', other: '# publications' }),
    people: 'Personnes à découvrir',
    leaders: 'Classement de la semaine',
  },
  en: {
    discover: 'To discover',
    search: 'Search',
    challenge: 'Current challenge',
    trends: 'Hashtags of the moment',
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    people: 'People to discover',
    leaders: 'Leaders of the week',
  },
})
