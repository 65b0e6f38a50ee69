import type { EarningSource, PayoutHold, PayoutStatus } from '@product/contract'

import { formatNumber } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

const holdsFr: Readonly<Record<PayoutHold, string>> = {
  first: 'Premier retrait',
  large: 'Plus de 200 000 FCFA',
  unusual: 'Plus de trois fois sa moyenne',
  young: 'Compte de moins de 14 jours',
  shared_number: 'Numéro d’un autre compte aussi',
  one_source: 'Plus de la moitié des remix par une personne',
  abroad: 'Numéro d’un autre pays',
}
const holdsEn: Readonly<Record<PayoutHold, string>> = {
  first: 'First withdrawal',
  large: 'More than 200,000 FCFA',
  unusual: 'More than three times their average',
  young: 'Account of less than 14 days',
  shared_number: 'Number of another account too',
  one_source: 'More than half of the remixes by one person',
  abroad: 'Number of another country',
}
const sourcesFr: Readonly<Record<EarningSource, string>> = {
  remix: 'remix',
  tip: 'pourboires',
  prompt: 'prompts',
  workflow: 'workflows',
  commission: 'commandes',
  referral: 'parrainage',
  challenge: 'défis',
}
const sourcesEn: Readonly<Record<EarningSource, string>> = {
  remix: 'remixes',
  tip: 'tips',
  prompt: 'prompts',
  workflow: 'workflows',
  commission: 'commissions',
  referral: 'referrals',
  challenge: 'challenges',
}
const statesFr: Readonly<Record<PayoutStatus, string>> = {
  prepared: 'prêt à partir',
  held: 'en vérification',
  sending: 'envoyé',
  unknown: 'sans réponse de l’opérateur',
  sent: 'reçu',
  failed: 'échoué, argent rendu',
  canceled: 'annulé, argent rendu',
  returned: 'revenu, argent rendu',
}
const statesEn: Readonly<Record<PayoutStatus, string>> = {
  prepared: 'ready to leave',
  held: 'being checked',
  sending: 'sent',
  unknown: 'no answer from the operator',
  sent: 'received',
  failed: 'failed, money returned',
  canceled: 'canceled, money returned',
  returned: 'came back, money returned',
}

export const staffPayoutMessages = defineMessages({
  fr: {
    held: 'Retraits à vérifier',
    noHeld: 'Aucun retrait à vérifier.',
    decided: 'Retraits décidés',
    noDecided: 'Aucune décision.',
    hold: (hold: PayoutHold) => holdsFr[hold],
    source: (source: EarningSource, francs: number) => `${sourcesFr[source]} ${formatNumber(francs)}`,
    francs: (francs: number) => `${formatNumber(francs)} FCFA`,
    arrives: (francs: number, operator: string, last4: string) =>
      `${formatNumber(francs)} FCFA arrivent sur ${operator} •• ${last4}`,
    whoAsks: 'Qui',
    memberSince: 'Membre depuis',
    sentBefore: 'Déjà versé',
    earnedBy: 'Gagné par',
    nothingYet: 'rien',
    overdue: 'Attend depuis plus de 24 h',
    release: 'Laisser partir',
    refuse: 'Refuser et rendre l’argent',
    state: (status: PayoutStatus) => statesFr[status],
  },
  en: {
    held: 'Withdrawals to check',
    noHeld: 'No withdrawal to check.',
    decided: 'Decided withdrawals',
    noDecided: 'No decision yet.',
    hold: (hold: PayoutHold) => holdsEn[hold],
    source: (source: EarningSource, francs: number) => `${sourcesEn[source]} ${formatNumber(francs)}`,
    francs: (francs: number) => `${formatNumber(francs)} FCFA`,
    arrives: (francs: number, operator: string, last4: string) =>
      `${formatNumber(francs)} FCFA arrive on ${operator} •• ${last4}`,
    whoAsks: 'Who',
    memberSince: 'Member since',
    sentBefore: 'Paid out before',
    earnedBy: 'Earned by',
    nothingYet: 'nothing',
    overdue: 'Waiting for more than 24 h',
    release: 'Let it go',
    refuse: 'Refuse and return the money',
    state: (status: PayoutStatus) => statesEn[status],
  },
})
