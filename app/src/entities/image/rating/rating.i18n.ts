import { defineMessages, plural } from '#i18n/messages.ts'

export const ratingMessages = defineMessages({
  fr: {
    stars: 'Étoiles',
    star: (count: number) => plural(count, { one: '# étoile', other: '# étoiles' }),
    starsHelp: 'Touches 1 à 5, 0 pour enlever',
    starsFailed: 'Vos étoiles n’ont pas été enregistrées',
  },
  en: {
    stars: 'Stars',
    star: (count: number) => plural(count, { one: '# star', other: '# stars' }),
    starsHelp: 'Keys 1 to 5, 0 to remove',
    starsFailed: 'Your stars were not saved',
  },
})
