import { defineMessages, plural } from '#i18n/messages.ts'

export const tagMessages = defineMessages({
  fr: {
    posts: (count: number) => plural(count, { one: '# publication', other: '# publications' }),
    follow: 'Suivre',
    following: 'Suivi',
    list: (tag: string) => `Images sous #${tag}`,
    failed: 'Ce changement n’a pas été enregistré',
    tooMany: 'Vous suivez déjà le plus grand nombre de hashtags possible.',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    follow: 'Follow',
    following: 'Following',
    list: (tag: string) => `Images under #${tag}`,
    failed: 'This change was not saved',
    tooMany: 'You already follow as many hashtags as one can.',
    tryAgain: 'Check your network and try again.',
  },
})
