import { defineMessages, plural } from '#i18n/messages.ts'

export const tagMessages = defineMessages({
  fr: {
    posts: (count: number) => plural(count, { one: '# publication', other: '# publications' }),
    follow: 'Suivre',
    following: 'Suivi',
    list: (tag: string) => `Images sous #${tag}`,
  },
  en: {
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    follow: 'Follow',
    following: 'Following',
    list: (tag: string) => `Images under #${tag}`,
  },
})
