import { defineMessages, plural } from '#i18n/messages.ts'

export const waitingMessages = defineMessages({
  fr: {
    count: (count: number) =>
      plural(count, { one: '# élément attend d’être envoyé', other: '# éléments attendent d’être envoyés' }),
  },
  en: {
    count: (count: number) => plural(count, { one: '# item waiting to be sent', other: '# items waiting to be sent' }),
  },
})
