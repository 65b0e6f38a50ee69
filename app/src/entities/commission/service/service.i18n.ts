import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural } from '#i18n/messages.ts'

const fr = {
  from: (price: number) => `à partir de ${formatNumber(price)} FCFA`,
  days: (count: number) => plural(count, { one: '# jour', other: '# jours' }),
  free: (count: number) => plural(count, { one: '# place libre', other: '# places libres' }),
  full: 'Complet',
  waitlist: (count: number) => (count === 0 ? 'Liste d’attente' : `Liste d’attente : ${formatNumber(count)}`),
  closed: 'Fermé',
  away: 'Absence en cours',
  rated: (rating: number, reviews: number) =>
    `${formatNumber(rating)} sur 5 (${plural(reviews, { one: '# avis', other: '# avis' })})`,
  ai_full: 'Image générée',
  ai_mixed: 'IA et retouche',
  ai_none: 'Fait main',
  services: 'Services',
  soon: 'Les commandes payées arrivent bientôt. Vous pouvez déjà préparer vos services.',
  market: 'Commandes',
  find: 'Trouver',
  requests: 'Mes demandes',
  sales: 'Mes ventes',
  mine: 'Mes services',
}

const en: typeof fr = {
  from: (price: number) => `from ${formatNumber(price)} FCFA`,
  days: (count: number) => plural(count, { one: '# day', other: '# days' }),
  free: (count: number) => plural(count, { one: '# place free', other: '# places free' }),
  full: 'Full',
  waitlist: (count: number) => (count === 0 ? 'Waitlist' : `Waitlist: ${formatNumber(count)}`),
  closed: 'Closed',
  away: 'Away now',
  rated: (rating: number, reviews: number) =>
    `${formatNumber(rating)} out of 5 (${plural(reviews, { one: '# review', other: '# reviews' })})`,
  ai_full: 'Generated image',
  ai_mixed: 'AI and retouching',
  ai_none: 'Made by hand',
  services: 'Services',
  soon: 'Paid orders are coming soon. You can already prepare your services.',
  market: 'Commissions',
  find: 'Find',
  requests: 'My requests',
  sales: 'My sales',
  mine: 'My services',
}

export const serviceMessages = defineMessages({ fr, en })
