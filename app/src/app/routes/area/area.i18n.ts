import { defineMessages, plural } from '#i18n/messages.ts'

export type Area = 'commissions' | 'earnings' | 'creator'

/** The area of a path: several paths may lead to one (spec §2). */
export function areaOf(pathname: string): Area {
  const first = pathname.split('/')[1] ?? ''
  const areas: Record<string, Area> = {
    commissions: 'commissions',
    earnings: 'earnings',
  }
  return areas[first] ?? 'creator'
}

/** What is planned, as long as it does not exist; the numbers beside it are real. */
export const areaMessages = defineMessages({
  fr: {
    commissionsTitle: 'Commissions',
    commissionsPlan: 'Les commandes sont prévues',
    commissionsText: 'Vous pourrez commander une image à quelqu’un, et en recevoir la demande.',
    earningsTitle: 'Gains',
    earningsPlan: 'Les gains sont prévus',
    earningsText: 'Remix, pourboires et commandes pourront vous rapporter de l’argent.',
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
    earningsTitle: 'Earnings',
    earningsPlan: 'Earnings are planned',
    earningsText: 'Remixes, tips and commissions will be able to earn you money.',
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
