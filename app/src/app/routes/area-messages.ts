import { defineMessages } from '#i18n/messages.ts'

export type Area = 'messages' | 'payment' | 'commissions' | 'stats' | 'creator'

/** The area of a path: several paths may lead to one (spec §2). */
export function areaOf(pathname: string): Area {
  const first = pathname.split('/')[1] ?? ''
  const areas: Record<string, Area> = {
    messages: 'messages',
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
    messagesTitle: 'Messages',
    messagesEmpty: 'Aucun message',
    messagesText: 'Vous n’avez encore de conversation avec personne.',
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
    findSomebody: 'Trouver quelqu’un',
    create: 'Créer une image',
  },
  en: {
    messagesTitle: 'Messages',
    messagesEmpty: 'No messages',
    messagesText: 'You have no conversation with anybody yet.',
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
    findSomebody: 'Find somebody',
    create: 'Create an image',
  },
})
