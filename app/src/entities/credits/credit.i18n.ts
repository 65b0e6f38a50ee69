import { defineMessages, plural } from '#i18n/messages.ts'

export const creditMessages = defineMessages({
  verbatim: ['buy'],
  fr: {
    /** For five it is the specification's 'Il vous reste 5 crédits' (spec §9). */
    left: (count: number) =>
      count === 0
        ? 'Il ne vous reste aucun crédit'
        : `Il vous reste ${plural(count, { one: '# crédit', other: '# crédits' })}`,
    credits: (count: number) => plural(count, { one: '# crédit', other: '# crédits' }),
    insufficient: 'Crédits insuffisants',
    buy: 'Acheter',
    wallet: 'Vos crédits',
  },
  en: {
    left: (count: number) =>
      count === 0
        ? 'You have no credits left'
        : `You have ${plural(count, { one: '# credit', other: '# credits' })} left`,
    credits: (count: number) => plural(count, { one: '# credit', other: '# credits' }),
    insufficient: 'Not enough credits',
    buy: 'Buy',
    wallet: 'Your credits',
  },
})
