import { defineMessages, plural } from '#i18n/messages.ts'

const credits = (count: number) => plural(count, { one: '# crédit', other: '# crédits' })
const creditsEn = (count: number) => plural(count, { one: '# credit', other: '# credits' })

export const topUpMessages = defineMessages({
  fr: {
    title: 'Juste ce qu’il manque',
    missing: (count: number) => `Il manque ${credits(count)} pour cette création. Elle vous attend ici.`,
    choices: 'Combien de crédits',
    just: 'Juste ce qu’il manque',
    pack: 'Pour continuer à créer, moins cher le crédit',
    done: (count: number) => `${credits(count)} ${count === 1 ? 'ajouté' : 'ajoutés'}`,
    doneText: 'Votre création vous attendait.',
  },
  en: {
    title: 'Just what is missing',
    missing: (count: number) => `This creation needs ${creditsEn(count)} more. It waits for you here.`,
    choices: 'How many credits',
    just: 'Just what is missing',
    pack: 'To go on creating, cheaper by the credit',
    done: (count: number) => `${creditsEn(count)} added`,
    doneText: 'Your creation was waiting for you.',
  },
})
