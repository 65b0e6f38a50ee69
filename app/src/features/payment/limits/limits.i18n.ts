import { formatNumber } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

export const limitsMessages = defineMessages({
  fr: {
    title: 'Plafonds et alerte',
    limits: 'Vos plafonds',
    limitsText:
      'Avant d’en dépasser un, nous vous demandons si vous le voulez vraiment. Le baisser vaut tout de suite ; le relever ou l’enlever, 24 heures plus tard.',
    day: 'En 24 heures (FCFA)',
    month: 'En 30 jours (FCFA)',
    none: 'Sans plafond',
    later: (francs: number | null, when: string) =>
      `${francs === null ? 'Sans plafond' : `${formatNumber(francs)} FCFA`} à partir du ${when}.`,
    keep: 'Garder le plafond actuel',
    wrong: 'Un montant entre 100 et 15 000 000 FCFA, ou rien.',
    save: 'Enregistrer les plafonds',
    saving: 'Un instant…',
    saved: 'C’est noté',
    failed: 'Cela n’a pas marché. Réessayez.',
    few: 'Solde bas',
    fewText: 'Nous vous prévenons une fois quand il ne vous reste pas plus de crédits que cela.',
    never: 'Jamais',
    unreadable: 'Vos plafonds n’ont pas pu se charger',
    retry: 'Réessayer',
  },
  en: {
    title: 'Limits and alert',
    limits: 'Your limits',
    limitsText:
      'Before you pass one, we ask whether you really want to. Lowering it holds at once; raising or removing it, 24 hours later.',
    day: 'Within 24 hours (FCFA)',
    month: 'Within 30 days (FCFA)',
    none: 'No limit',
    later: (francs: number | null, when: string) =>
      `${francs === null ? 'No limit' : `${formatNumber(francs)} FCFA`} from ${when}.`,
    keep: 'Keep the present limit',
    wrong: 'An amount between 100 and 15,000,000 FCFA, or nothing.',
    save: 'Save the limits',
    saving: 'One moment…',
    saved: 'Noted',
    failed: 'That did not work. Try again.',
    few: 'Low balance',
    fewText: 'We tell you once when you have no more credits left than this.',
    never: 'Never',
    unreadable: 'Your limits could not be read',
    retry: 'Try again',
  },
})
