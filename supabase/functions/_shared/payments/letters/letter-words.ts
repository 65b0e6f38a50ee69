/** What mails of payments say, in French first and in English. Pure: from what happened to a subject, a sentence and notes. */
import { money } from '../receipts/money.ts'
import { earningLetters } from './earning-letters.ts'
import type { Facts, Language, LetterFacts, LetterKind, Wording, Words } from './letter.ts'

export function wordLetter(kind: LetterKind, facts: LetterFacts): Readonly<Record<Language, Words>> {
  return { fr: worded(french[kind], 'fr', facts), en: worded(english[kind], 'en', facts) }
}

function worded(wording: Wording, language: Language, given: LetterFacts): Words {
  const { credits = 0, amount = 0, currency = 'XOF', sku = '', period_end: end } = given
  const facts: Facts = {
    given,
    credits: creditsIn(language, credits),
    price: money(currency, amount),
    plan: plans[language][sku] ?? sku,
    end: dayIn(language, end, 0),
    graceEnd: dayIn(language, end, 7),
  }
  const { button, notes, ...rest } = wording(facts)
  const [path, label] = button
  const isTrial = given.number?.startsWith('TEST') === true
  return { ...rest, notes: isTrial ? [...notes, trial[language]] : notes, button: { path, label } }
}

const trial = {
  fr: 'Paiement fictif : aucun argent n’a circulé.',
  en: 'A fictitious payment: no money moved.',
}

const plans: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  fr: { plan_createur: 'Créateur', plan_studio: 'Studio' },
  en: { plan_createur: 'Creator', plan_studio: 'Studio' },
}

function creditsIn(language: Language, count: number): string {
  if (language === 'en') return `${count} ${count === 1 ? 'credit' : 'credits'}`
  return `${count} ${count < 2 ? 'crédit' : 'crédits'}`
}

function dayIn(language: Language, moment: string | null | undefined, later: number): string {
  if (!moment) return ''
  const at = new Date(new Date(moment).getTime() + later * 86_400_000)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Africa/Porto-Novo' }).format(at)
}

const receiptInFrench: Wording = ({ credits, price, given }) => ({
  subject: `Votre reçu ${given.number}`,
  lead:
    given.purpose === 'gift'
      ? `Merci ! Votre cadeau de ${credits} est prêt. Vous avez payé ${price}.`
      : `Merci ! ${credits} sont sur votre compte. Vous avez payé ${price}.`,
  notes: [
    'Votre reçu en PDF vous attend sur la page Crédits.',
    ...(given.purpose === 'gift' ? [] : ['Les crédits achetés n’expirent jamais.']),
  ],
  button: ['/credits', 'Voir mes crédits'],
})

const receiptInEnglish: Wording = ({ credits, price, given }) => ({
  subject: `Your receipt ${given.number}`,
  lead:
    given.purpose === 'gift'
      ? `Thank you! Your gift of ${credits} is ready. You paid ${price}.`
      : `Thank you! ${credits} are in your account. You paid ${price}.`,
  notes: [
    'Your receipt as a PDF is on the Credits page.',
    ...(given.purpose === 'gift' ? [] : ['Credits that you buy never expire.']),
  ],
  button: ['/credits', 'See my credits'],
})

const french: Readonly<Record<LetterKind, Wording>> = {
  receipt: receiptInFrench,
  refunded: ({ price, given }) => ({
    subject: `Remboursement de ${price}`,
    lead: `C’est fait : ${price} vous sont remboursés, par le moyen qui a payé.`,
    notes: [`Votre avoir ${given.number} est sur la page Crédits.`],
    button: ['/credits', 'Voir mes crédits'],
  }),
  failed: ({ price, given }) =>
    given.is_renewal === true
      ? {
          subject: 'Votre mois n’a pas pu être renouvelé',
          lead: `Votre banque n’a pas accepté le paiement de ${price}. Rien n’a été débité, et vous gardez vos avantages quelques jours.`,
          notes: ['Nous essaierons encore. Vous pouvez aussi payer autrement.'],
          button: ['/subscription', 'Renouveler mon mois'],
        }
      : {
          subject: 'Votre paiement n’a pas abouti',
          lead: `Votre paiement de ${price} n’a pas abouti. Rien n’a été débité.`,
          notes: ['Vous pouvez réessayer quand vous voulez, avec le même moyen ou un autre.'],
          button: ['/payment', 'Réessayer'],
        },
  review: ({ price }) => ({
    subject: 'Votre paiement est en vérification',
    lead: `Nous vérifions votre paiement de ${price} avec l’opérateur. Vous n’avez rien à faire : nous vous écrivons dès que c’est réglé.`,
    notes: [],
    button: ['/credits', 'Suivre mon paiement'],
  }),
  dispute_open: ({ credits, price }) => ({
    subject: 'Un paiement contesté auprès de votre banque',
    lead: `Votre banque nous a signalé une contestation de votre paiement de ${price}. Les crédits de cet achat qu’il vous reste (${credits} au plus) sont bloqués le temps de l’examen.`,
    notes: ['Si c’est une erreur, vous pouvez la retirer auprès de votre banque.'],
    button: ['/credits', 'Voir mes crédits'],
  }),
  gift: ({ credits, given }) => ({
    subject: `${given.who || 'Quelqu’un'} vous offre ${credits}`,
    lead: `Bonne nouvelle ! ${given.who || 'Quelqu’un'} vous offre ${credits}. Acceptez-les, et ils sont à vous.`,
    notes: given.message ? [`« ${given.message} »`] : [],
    button: ['/credits', 'Ouvrir mon cadeau'],
  }),
  plan_ends_soon: ({ plan, end, credits, price, given }) => ({
    subject: `Votre mois ${plan} se termine bientôt`,
    lead:
      given.way === 'card'
        ? `Votre mois ${plan} se renouvelle le ${end} : ${price} pour ${credits}.`
        : `Votre mois ${plan} se termine le ${end}. Pour continuer : ${price} pour ${credits}.`,
    notes: [
      given.way === 'card'
        ? 'Vous pouvez arrêter en deux gestes jusque-là.'
        : 'Rien n’est prélevé sans vous. Vos crédits restent, quoi que vous choisissiez.',
    ],
    button: ['/subscription', given.way === 'card' ? 'Voir mon abonnement' : 'Renouveler mon mois'],
  }),
  plan_ended: ({ plan, graceEnd, credits, price }) => ({
    subject: `Votre mois ${plan} est terminé`,
    lead: `Votre mois ${plan} est terminé, mais vos avantages restent jusqu’au ${graceEnd}. Pour continuer : ${price} pour ${credits}.`,
    notes: ['Vos crédits restent dans tous les cas.'],
    button: ['/subscription', 'Renouveler mon mois'],
  }),
  plan_grace: ({ plan, graceEnd, credits, price }) => ({
    subject: `Vos avantages ${plan} restent jusqu’au ${graceEnd}`,
    lead: `Un petit rappel : renouvelez avant le ${graceEnd} pour garder vos avantages ${plan}. ${price} pour ${credits}.`,
    notes: ['Vos crédits restent dans tous les cas.'],
    button: ['/subscription', 'Renouveler mon mois'],
  }),
  plan_over: ({ plan }) => ({
    subject: `Votre abonnement ${plan} s’est arrêté`,
    lead: `Votre abonnement ${plan} s’est arrêté. Vos crédits restent, et vous pouvez revenir quand vous voulez.`,
    notes: [],
    button: ['/subscription', 'Voir les abonnements'],
  }),
  plan_canceled: ({ end, plan }) => ({
    subject: `Abonnement ${plan} arrêté`,
    lead: `C’est noté. Vous gardez vos avantages jusqu’au ${end}, et vos crédits restent.`,
    notes: ['Vous avez changé d’avis ? Jusque-là, un geste suffit pour reprendre.'],
    button: ['/subscription', 'Voir mon abonnement'],
  }),
  ...earningLetters.fr,
}

const english: Readonly<Record<LetterKind, Wording>> = {
  receipt: receiptInEnglish,
  refunded: ({ price, given }) => ({
    subject: `A refund of ${price}`,
    lead: `Done: ${price} are on their way back to what you paid with.`,
    notes: [`Your credit note ${given.number} is on the Credits page.`],
    button: ['/credits', 'See my credits'],
  }),
  failed: ({ price, given }) =>
    given.is_renewal === true
      ? {
          subject: 'Your month could not be renewed',
          lead: `Your bank did not accept the payment of ${price}. Nothing was taken, and you keep your benefits for a few days.`,
          notes: ['We will try again. You can also pay in another way.'],
          button: ['/subscription', 'Renew my month'],
        }
      : {
          subject: 'Your payment did not go through',
          lead: `Your payment of ${price} did not go through. Nothing was taken.`,
          notes: ['Try again whenever you like, in the same way or in another.'],
          button: ['/payment', 'Try again'],
        },
  review: ({ price }) => ({
    subject: 'Your payment is being checked',
    lead: `We are checking your payment of ${price} with the operator. There is nothing for you to do: we write as soon as it is settled.`,
    notes: [],
    button: ['/credits', 'Follow my payment'],
  }),
  dispute_open: ({ credits, price }) => ({
    subject: 'A payment disputed at your bank',
    lead: `Your bank told us that your payment of ${price} is disputed. What you have left of its credits (${credits} at most) is blocked until it is settled.`,
    notes: ['If it is a mistake, you can withdraw it at your bank.'],
    button: ['/credits', 'See my credits'],
  }),
  gift: ({ credits, given }) => ({
    subject: `${given.who || 'Somebody'} gives you ${credits}`,
    lead: `Good news! ${given.who || 'Somebody'} gives you ${credits}. Accept them, and they are yours.`,
    notes: given.message ? [`“${given.message}”`] : [],
    button: ['/credits', 'Open my gift'],
  }),
  plan_ends_soon: ({ plan, end, credits, price, given }) => ({
    subject: `Your ${plan} month ends soon`,
    lead:
      given.way === 'card'
        ? `Your ${plan} month renews on ${end}: ${price} for ${credits}.`
        : `Your ${plan} month ends on ${end}. To go on: ${price} for ${credits}.`,
    notes: [
      given.way === 'card'
        ? 'Until then you can stop it with two taps.'
        : 'Nothing is taken without you. Your credits stay, whatever you choose.',
    ],
    button: ['/subscription', given.way === 'card' ? 'See my plan' : 'Renew my month'],
  }),
  plan_ended: ({ plan, graceEnd, credits, price }) => ({
    subject: `Your ${plan} month has ended`,
    lead: `Your ${plan} month has ended, but your benefits stay until ${graceEnd}. To go on: ${price} for ${credits}.`,
    notes: ['Your credits stay in any case.'],
    button: ['/subscription', 'Renew my month'],
  }),
  plan_grace: ({ plan, graceEnd, credits, price }) => ({
    subject: `Your ${plan} benefits stay until ${graceEnd}`,
    lead: `A small reminder: renew before ${graceEnd} to keep your ${plan} benefits. ${price} for ${credits}.`,
    notes: ['Your credits stay in any case.'],
    button: ['/subscription', 'Renew my month'],
  }),
  plan_over: ({ plan }) => ({
    subject: `Your ${plan} plan has ended`,
    lead: `Your ${plan} plan has ended. Your credits stay, and you can come back whenever you like.`,
    notes: [],
    button: ['/subscription', 'See the plans'],
  }),
  plan_canceled: ({ end, plan }) => ({
    subject: `${plan} plan stopped`,
    lead: `Noted. You keep your benefits until ${end}, and your credits stay.`,
    notes: ['Changed your mind? Until then one tap takes it up again.'],
    button: ['/subscription', 'See my plan'],
  }),
  ...earningLetters.en,
}
