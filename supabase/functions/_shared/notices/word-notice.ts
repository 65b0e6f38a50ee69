/** One sentence for what somebody is told, in their language: of push messages and of mails. Never a word of a message. */

export interface Notice {
  readonly type: string
  /** Empty where it is worded by type. */
  readonly title: string
  readonly data: Readonly<Record<string, unknown>>
  /** The last two who acted, newest first. */
  readonly names: readonly string[]
  readonly actors_count: number
}

type Language = 'fr' | 'en'
type Sentences = Readonly<Record<string, (who: string, isMany: boolean, notice: Notice) => string>>

const paymentsInFrench: Readonly<Record<string, string>> = {
  paid: 'Vos crédits sont ajoutés',
  gift_paid: 'Votre cadeau est payé',
  refunded: 'Votre remboursement est effectué',
  review: 'Votre paiement est en vérification',
  dispute_open: 'Votre banque nous a signalé une contestation',
  referral: 'Votre parrainage a rapporté des crédits',
  low_balance: 'Il ne vous reste presque plus de crédits',
  plan_ends_soon: 'Votre mois d’abonnement se termine bientôt',
  plan_ended: 'Votre mois d’abonnement est terminé',
  plan_grace: 'Vos avantages d’abonné s’arrêtent bientôt',
  plan_over: 'Votre abonnement est terminé, vos crédits restent',
  plan_canceled: 'Votre abonnement est arrêté',
}
const giftsInFrench: Readonly<Record<string, string>> = {
  gift: 'vous offre des crédits',
  gift_accepted: 'a accepté votre cadeau',
  gift_returned: 'vous a rendu votre cadeau',
}
const giftsInEnglish: Readonly<Record<string, string>> = {
  gift: 'gives you credits',
  gift_accepted: 'accepted your gift',
  gift_returned: 'returned your gift',
}
const paymentsInEnglish: Readonly<Record<string, string>> = {
  paid: 'Your credits are added',
  gift_paid: 'Your gift is paid',
  refunded: 'Your refund is done',
  review: 'Your payment is being checked',
  dispute_open: 'Your bank told us of a dispute',
  referral: 'Your invitation brought credits',
  low_balance: 'You have almost no credits left',
  plan_ends_soon: 'Your month of the plan ends soon',
  plan_ended: 'Your month of the plan is over',
  plan_grace: 'Your plan’s benefits end soon',
  plan_over: 'Your plan is over, your credits stay',
  plan_canceled: 'Your plan is stopped',
}

/** Never a sum: others see the screen too. */
const payoutsInFrench: Readonly<Record<string, string>> = {
  sent: 'Vos gains sont arrivés',
  destination: 'Votre numéro de retrait a changé',
}
const payoutsInEnglish: Readonly<Record<string, string>> = {
  sent: 'Your earnings have arrived',
  destination: 'Your withdrawal number has changed',
}

const systemInFrench: Readonly<Record<string, string>> = {
  domain_lost: 'Votre domaine n’est plus vérifié',
  planned_published: 'Votre publication programmée est en ligne',
  prompt_asked: 'On vous demande un de vos prompts',
  prompt_shown: 'On vous a montré le prompt demandé',
  workflow_begun: 'Votre workflow programmé est lancé',
  workflow_refused: 'Votre workflow programmé n’a pas pu se lancer',
  planned_refused: 'Votre publication programmée n’a pas pu paraître',
}
const systemInEnglish: Readonly<Record<string, string>> = {
  domain_lost: 'Your domain is no longer verified',
  planned_published: 'Your scheduled post is online',
  prompt_asked: 'Somebody asks for one of your prompts',
  prompt_shown: 'Somebody showed you the prompt that you asked for',
  workflow_begun: 'Your scheduled workflow is running',
  workflow_refused: 'Your scheduled workflow could not start',
  planned_refused: 'Your scheduled post could not be published',
}

const decisionsInFrench: Readonly<Record<string, string>> = {
  decision: 'Une décision de modération vous concerne',
  appeal: 'Votre contestation a reçu une réponse',
  report: 'Votre signalement a été examiné',
}
const decisionsInEnglish: Readonly<Record<string, string>> = {
  decision: 'A moderation decision is about you',
  appeal: 'Your appeal was answered',
  report: 'Your report was looked at',
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const french: Sentences = {
  like: (who, isMany, { data }) =>
    `${who} ${isMany ? 'aiment' : 'aime'} votre ${data['comment_id'] === undefined ? 'image' : 'commentaire'}`,
  comment: (who, isMany, { data }) =>
    data['is_reply'] === true ? `${who} vous a répondu` : `${who} ${isMany ? 'ont' : 'a'} commenté votre image`,
  follow: (who, isMany, { data }) => {
    if (data['is_request'] === true) return `${who} demande à vous suivre`
    if (data['is_accepted'] === true) return `${who} a accepté votre demande`
    return `${who} vous ${isMany ? 'suivent' : 'suit'}`
  },
  mention: (who, isMany) => `${who} vous ${isMany ? 'ont' : 'a'} mentionné`,
  message: (who) => who,
  remix: (who, isMany) => `${who} ${isMany ? 'ont' : 'a'} remixé votre image`,
  tip: (who, isMany, { data }) => {
    const has = isMany ? 'ont' : 'a'
    return data['what'] === 'prompt'
      ? `${who} ${has} débloqué un de vos prompts`
      : `${who} vous ${has} envoyé un pourboire`
  },
  payout: (_, __, { data }) => payoutsInFrench[String(data['what'])] ?? 'Votre retrait n’a pas abouti',
  post: (who, isMany) => `${who} ${isMany ? 'ont' : 'a'} publié une image`,
  search: (_, __, { data }) => `Du nouveau pour « ${String(data['query'])} »`,
  system: (_, __, { data }) =>
    data['what'] === 'challenge_won'
      ? `Défi « ${text(data['challenge_title'])} » : votre image est n° ${String(data['place'])}`
      : (systemInFrench[String(data['what'])] ?? ''),
  commission: (_, __, { data }) => {
    const title = text(data['service_title'])
    return title === '' ? 'Du nouveau sur votre commande' : `Du nouveau sur votre commande « ${title} »`
  },
  moderation: (_, __, { data }) => decisionsInFrench[String(data['kind'])] ?? '',
  generation: (_, __, { data }) =>
    data['status'] === 'succeeded' ? 'Votre image est prête' : 'La génération a échoué, aucun crédit débité',
  payment: (who, _, { data }) => {
    const gift = giftsInFrench[String(data['what'])]
    return gift ? `${who} ${gift}` : (paymentsInFrench[String(data['what'])] ?? 'Paiement non abouti')
  },
}

const english: Sentences = {
  like: (who, isMany, { data }) =>
    `${who} ${isMany ? 'like' : 'likes'} your ${data['comment_id'] === undefined ? 'image' : 'comment'}`,
  comment: (who, _, { data }) =>
    data['is_reply'] === true ? `${who} replied to you` : `${who} commented on your image`,
  follow: (who, isMany, { data }) => {
    if (data['is_request'] === true) return `${who} asks to follow you`
    if (data['is_accepted'] === true) return `${who} accepted your request`
    return `${who} ${isMany ? 'follow' : 'follows'} you`
  },
  mention: (who) => `${who} mentioned you`,
  message: (who) => who,
  remix: (who) => `${who} remixed your image`,
  tip: (who, _, { data }) =>
    data['what'] === 'prompt' ? `${who} unlocked one of your prompts` : `${who} sent you a tip`,
  payout: (_, __, { data }) => payoutsInEnglish[String(data['what'])] ?? 'Your withdrawal was not completed',
  post: (who) => `${who} published an image`,
  search: (_, __, { data }) => `Something new for “${String(data['query'])}”`,
  system: (_, __, { data }) =>
    data['what'] === 'challenge_won'
      ? `Challenge “${text(data['challenge_title'])}”: your image is no. ${String(data['place'])}`
      : (systemInEnglish[String(data['what'])] ?? ''),
  commission: (_, __, { data }) => {
    const title = text(data['service_title'])
    return title === '' ? 'News of your commission' : `News of your commission “${title}”`
  },
  moderation: (_, __, { data }) => decisionsInEnglish[String(data['kind'])] ?? '',
  generation: (_, __, { data }) =>
    data['status'] === 'succeeded' ? 'Your image is ready' : 'The generation failed, you were not charged',
  payment: (who, _, { data }) => {
    const gift = giftsInEnglish[String(data['what'])]
    return gift ? `${who} ${gift}` : (paymentsInEnglish[String(data['what'])] ?? 'Payment not completed')
  },
}

const people = {
  fr: {
    somebody: 'Quelqu’un',
    and: (one: string, other: string) => `${one} et ${other}`,
    others: (count: number) => `${count} ${count === 1 ? 'autre' : 'autres'}`,
  },
  en: {
    somebody: 'Somebody',
    and: (one: string, other: string) => `${one} and ${other}`,
    others: (count: number) => `${count} ${count === 1 ? 'other' : 'others'}`,
  },
}

export function wordNotice(notice: Notice, language: Language): string {
  const sentence = (language === 'fr' ? french : english)[notice.type]
  return notice.title || sentence?.(nameThem(notice, language), notice.actors_count > 1, notice) || ''
}

/** « Awa », « Awa et Kossi », « Awa, Kossi et 12 autres » */
function nameThem({ names, actors_count: count }: Notice, language: Language): string {
  const { somebody, and, others } = people[language]
  const [first = somebody, second] = names
  if (count <= 1) return first
  if (second === undefined) return and(first, others(count - 1))
  return count === 2 ? and(first, second) : and(`${first}, ${second}`, others(count - 2))
}
