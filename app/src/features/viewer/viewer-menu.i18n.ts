import { defineMessages } from '#i18n/messages.ts'

export const viewerMenuMessages = defineMessages({
  fr: {
    useSettings: 'Utiliser les réglages',
    asReference: 'Définir comme référence',
    compare: 'Comparer avec la suivante',
    alt: 'Texte alternatif',
  },
  en: {
    useSettings: 'Use the settings',
    asReference: 'Use as a reference',
    compare: 'Compare with the next one',
    alt: 'Alternative text',
  },
})
