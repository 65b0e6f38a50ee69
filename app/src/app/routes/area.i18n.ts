import { defineMessages } from '#i18n/messages.ts'

export type Area = 'payment' | 'commissions' | 'stats' | 'creator'

/** The area of a path: several paths may lead to one (spec §2). */
export function areaOf(pathname: string): Area {
  const first = pathname.split('/')[1] ?? ''
  const areas: Record<string, Area> = {
    payment: 'payment',
    credits: 'payment',
    subscription: 'payment',
    commissions: 'commissions',
    stats: 'stats',
    analytics: 'stats',
    earnings: 'stats',
  }
  return areas[first] ?? 'creator'
}

export const areaMessages = defineMessages({
  fr: {
    paymentTitle: 'Crédits',
    paymentEmpty: 'Aucun achat',
    paymentText: 'Vous n’avez rien acheté, et rien ne vous est facturé.',
    commissionsTitle: 'Commissions',
    commissionsEmpty: 'Aucune commande',
    commissionsText: 'Personne ne vous a passé commande, et vous n’en avez passé aucune.',
    statsTitle: 'Statistiques',
    statsEmpty: 'Aucune mesure',
    statsText: 'Il n’y a encore rien à compter pour vos images.',
    creatorTitle: 'Créateur',
    creatorEmpty: 'Aucun revenu',
    creatorText: 'Vos images n’ont encore rien rapporté.',
    create: 'Créer une image',
  },
  en: {
    paymentTitle: 'Credits',
    paymentEmpty: 'No purchases',
    paymentText: 'You have bought nothing, and nothing is charged to you.',
    commissionsTitle: 'Commissions',
    commissionsEmpty: 'No orders',
    commissionsText: 'Nobody has ordered from you, and you have ordered nothing.',
    statsTitle: 'Statistics',
    statsEmpty: 'No figures',
    statsText: 'There is nothing to count for your images yet.',
    creatorTitle: 'Creator',
    creatorEmpty: 'No earnings',
    creatorText: 'Your images have not earned anything yet.',
    create: 'Create an image',
  },
})
