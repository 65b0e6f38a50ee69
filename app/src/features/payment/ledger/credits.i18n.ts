import { defineMessages } from '#i18n/messages.ts'

const kindsFr: Record<string, string> = {
  bonus: 'Crédits offerts',
  hold: 'Crédits réservés',
  capture: 'Création payée',
  release: 'Crédits rendus',
  reversal: 'Crédits rendus',
  expire: 'Crédits rendus : délai dépassé',
  purchase: 'Achat de crédits',
  refund: 'Remboursement',
}
const kindsEn: Record<string, string> = {
  bonus: 'Credits given',
  hold: 'Credits set aside',
  capture: 'Creation paid',
  release: 'Credits given back',
  reversal: 'Credits given back',
  expire: 'Credits given back: time ran out',
  purchase: 'Credits bought',
  refund: 'Refund',
}
const reasonsFr: Record<string, string> = {
  failed: 'la création a échoué',
  blocked: 'la création a été refusée',
  canceled: 'vous avez annulé',
  not_what_was_asked: 'ce n’était pas ce que vous aviez demandé',
}
const reasonsEn: Record<string, string> = {
  failed: 'the creation failed',
  blocked: 'the creation was refused',
  canceled: 'you canceled',
  not_what_was_asked: 'it was not what you had asked for',
}

export const creditsMessages = defineMessages({
  fr: {
    title: 'Crédits : diagnostic',
    intro: 'Vos comptes tels que le registre les tient, et ce que votre appareil a recompté.',
    accounts: 'Comptes',
    promo: 'Offerts',
    paid: 'Achetés',
    held: 'Réservés',
    debt: 'Dette',
    checks: 'Vérifications',
    checkSum: 'Disponibles = offerts + achetés',
    checkLatest: 'Chaque compte = son dernier mouvement',
    checkChain: 'Chaque mouvement part du solde précédent',
    checkHolds: 'Réservés = somme des réservations',
    checkRight: 'Juste',
    checkWrong: 'Faux',
    checkWrongText:
      'Un mouvement vient peut-être d’arriver. Si l’écart reste, écrivez-nous : rien ne se perd dans le registre.',
    holds: 'Réservations en cours',
    noHolds: 'Aucun crédit n’est réservé.',
    until: (time: string) => `jusqu’à ${time}`,
    entries: 'Mouvements',
    kind: (kind: string, reason: string | null) => {
      const reasonText = reason === null ? undefined : reasonsFr[reason]
      return reasonText && ['release', 'reversal'].includes(kind)
        ? `${kindsFr[kind]} : ${reasonText}`
        : (kindsFr[kind] ?? kind)
    },
    welcome: 'Crédits de bienvenue',
    balance: (count: string) => `solde ${count}`,
    noEntriesTitle: 'Aucun mouvement',
    noEntries: 'Vos crédits apparaîtront ici dès que vous en recevrez ou en dépenserez.',
    create: 'Créer une image',
    more: 'Voir plus',
    loading: 'Chargement...',
    loadingLabel: 'Chargement de vos crédits',
    again: 'Vérifier à nouveau',
    checking: 'Vérification...',
    failed: 'Vos crédits n’ont pas pu être lus.',
    offline: 'Vous êtes hors ligne. Vos crédits s’afficheront au retour du réseau.',
    stale: (ago: string) => `Vous êtes hors ligne, ou le serveur ne répond pas. Chiffres lus ${ago}.`,
    retry: 'Réessayer',
    creation: 'Création',
  },
  en: {
    title: 'Credits: diagnostics',
    intro: 'Your accounts as the ledger keeps them, and what your device has counted again.',
    accounts: 'Accounts',
    promo: 'Given',
    paid: 'Bought',
    held: 'Set aside',
    debt: 'Debt',
    checks: 'Checks',
    checkSum: 'Available = given + bought',
    checkLatest: 'Each account = its latest entry',
    checkChain: 'Each entry starts from the balance before',
    checkHolds: 'Set aside = sum of the holds',
    checkRight: 'Right',
    checkWrong: 'Wrong',
    checkWrongText:
      'An entry may just have arrived. If the difference stays, write to us: nothing is lost in the ledger.',
    holds: 'Open holds',
    noHolds: 'No credit is set aside.',
    until: (time: string) => `until ${time}`,
    entries: 'Entries',
    kind: (kind: string, reason: string | null) => {
      const reasonText = reason === null ? undefined : reasonsEn[reason]
      return reasonText && ['release', 'reversal'].includes(kind)
        ? `${kindsEn[kind]}: ${reasonText}`
        : (kindsEn[kind] ?? kind)
    },
    welcome: 'Welcome credits',
    balance: (count: string) => `balance ${count}`,
    noEntriesTitle: 'No entries',
    noEntries: 'Your credits will appear here as soon as you get or spend some.',
    create: 'Create an image',
    more: 'Show more',
    loading: 'Loading...',
    loadingLabel: 'Loading your credits',
    again: 'Check again',
    checking: 'Checking...',
    failed: 'Your credits could not be read.',
    offline: 'You are offline. Your credits will show when the network is back.',
    stale: (ago: string) => `You are offline, or the server does not answer. Figures read ${ago}.`,
    retry: 'Try again',
    creation: 'Creation',
  },
})
