import { defineMessages } from '#i18n/messages.ts'

export const legalMessages = defineMessages({
  fr: {
    draft: 'Projet',
    draftText: 'Ce texte attend la relecture d’un juriste. Il dit ce que fait Cortexia aujourd’hui.',
    terms: 'Conditions d’utilisation',
    privacy: 'Confidentialité',
    home: 'Retour au feed',
  },
  en: {
    draft: 'Draft',
    draftText: 'This text is waiting for a lawyer’s review. It says what Cortexia does today.',
    terms: 'Terms of use',
    privacy: 'Privacy',
    home: 'Back to the feed',
  },
})
