import { defineMessages } from '#i18n/messages.ts'

export const promoMessages = defineMessages({
  fr: {
    open: 'Vous avez un code ?',
    label: 'Code promo, cadeau ou parrainage',
    apply: 'Utiliser',
    checking: 'Vérification…',
    remove: 'Retirer',
    applied: (percent: number | null, price: string) =>
      percent === null ? `Code : ${price}` : `−${percent} % : ${price}`,
    added: (credits: string) => `${credits} reçus`,
    none: 'Ce code n’existe pas, ou a déjà servi.',
    notHere: 'Ce code n’est pas valable pour cet achat.',
    tooMany: 'Trop d’essais. Réessayez dans une heure.',
    failed: 'Le code n’a pas pu être vérifié. Réessayez.',
  },
  en: {
    open: 'Do you have a code?',
    label: 'Promo, gift or invitation code',
    apply: 'Use',
    checking: 'Checking…',
    remove: 'Remove',
    applied: (percent: number | null, price: string) =>
      percent === null ? `Code: ${price}` : `−${percent}%: ${price}`,
    added: (credits: string) => `${credits} received`,
    none: 'This code does not exist, or was used already.',
    notHere: 'This code is not valid for this purchase.',
    tooMany: 'Too many tries. Try again in an hour.',
    failed: 'The code could not be checked. Try again.',
  },
})
