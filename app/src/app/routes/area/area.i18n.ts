import { defineMessages, plural } from '#i18n/messages.ts'

export type Area = 'commissions' | 'stats' | 'creator'

/** The area of a path: several paths may lead to one (spec §2). */
export function areaOf(pathname: string): Area {
  const first = pathname.split('/')[1] ?? ''
  const areas: Record<string, Area> = {
    commissions: 'commissions',
    stats: 'stats',
    analytics: 'stats',
    earnings: 'stats',
  }
  return areas[first] ?? 'creator'
}

/** What is planned, as long as it does not exist; the numbers beside it are real. */
export const areaMessages = defineMessages({
  fr: {
    commissionsTitle: 'Commissions',
    commissionsPlan: 'Les commandes sont prévues',
    commissionsText: 'Vous pourrez commander une image à quelqu’un, et en recevoir la demande.',
    statsTitle: 'Statistiques',
    statsPlan: 'Les vues et l’évolution dans le temps sont prévues',
    statsText: 'Chaque publication a déjà ses chiffres par jour, dans son menu.',
    creatorTitle: 'Créateur',
    creatorPlan: 'Les gains sont prévus',
    creatorText: 'Remix, pourboires, commandes et workflows pourront vous rapporter des crédits.',
    create: 'Créer une image',
    numbers: 'Vos chiffres',
    posts: 'Publications',
    followers: 'Abonnés',
    likes: 'J’aime',
    comments: 'Commentaires',
    remixes: 'Remix',
    saves: 'Enregistrements',
    newest: (count: number) =>
      `Sur vos ${plural(count, { one: '# dernière publication', other: '# dernières publications' })}.`,
    unread: 'Vos chiffres n’ont pas pu être lus.',
    retry: 'Réessayer',
  },
  en: {
    commissionsTitle: 'Commissions',
    commissionsPlan: 'Commissions are planned',
    commissionsText: 'You will be able to order an image from somebody, and be asked for one.',
    statsTitle: 'Statistics',
    statsPlan: 'Views and trends over time are planned',
    statsText: 'Each post already has its figures by day, in its menu.',
    creatorTitle: 'Creator',
    creatorPlan: 'Earnings are planned',
    creatorText: 'Remixes, tips, commissions and workflows will be able to earn you credits.',
    create: 'Create an image',
    numbers: 'Your figures',
    posts: 'Posts',
    followers: 'Followers',
    likes: 'Likes',
    comments: 'Comments',
    remixes: 'Remixes',
    saves: 'Saves',
    newest: (count: number) => `Of your ${plural(count, { one: 'last post', other: 'last # posts' })}.`,
    unread: 'Your figures could not be read.',
    retry: 'Try again',
  },
})
