import { defineMessages, plural } from '#i18n/messages.ts'

export const tagMessages = defineMessages({
  fr: {
    posts: (count: number) => plural(count, { one: '# publication', other: '# publications' }),
    follow: 'Suivre',
    following: 'Suivi',
    challenge: (title: string) => `Défi en cours : ${title}`,
    list: (tag: string) => `Images sous #${tag}`,
  },
  en: {
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    follow: 'Follow',
    following: 'Following',
    challenge: (title: string) => `Challenge running: ${title}`,
    list: (tag: string) => `Images under #${tag}`,
  },
})
