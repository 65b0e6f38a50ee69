/** The sentences of messages, in every language that we write. */
import type { Language } from '../../config.ts'

export type MailKind =
  | 'confirmation'
  | 'magic-link'
  | 'recovery'
  | 'invite'
  | 'email-change-current'
  | 'email-change-new'
  | 'reauthentication'
  | 'already-registered'
  | 'password-changed'

interface MailTexts {
  readonly subject: string
  readonly lead: string
  /** The button's label; null for mails without a link. */
  readonly action: string | null
  /** What to do about a mail that one did not expect. */
  readonly unexpected: string
}

export interface Wording {
  readonly mails: Readonly<Record<MailKind, MailTexts>>
  /** Before a code that stands beside a link, and before one that stands alone. */
  readonly codeBesideLink: string
  readonly code: string
  /** Before the link's address in full, for programs that show no buttons. */
  readonly address: string
  readonly expires: (life: string) => string
  readonly secret: string
  readonly sentTo: (to: string, product: string) => string
  readonly text: (product: string, code: string, life: string) => string
}

const NOT_YOU_EN = 'If you did not ask for this, you can leave this mail alone: nothing happens.'
const NOT_YOU_FR = 'Si vous n’avez rien demandé, ignorez ce message : rien ne se passera.'

export const wordings: Readonly<Record<Language, Wording>> = {
  en: {
    mails: {
      confirmation: {
        subject: 'Confirm your address',
        lead: 'Welcome! Confirm that this address is yours, and your account is ready.',
        action: 'Confirm my address',
        unexpected: NOT_YOU_EN,
      },
      'magic-link': {
        subject: 'Your sign-in link',
        lead: 'Here is your link to sign in. It works without a password.',
        action: 'Sign in',
        unexpected: NOT_YOU_EN,
      },
      recovery: {
        subject: 'Choose a new password',
        lead: 'You asked to choose a new password. Until you do, the old one stays.',
        action: 'Choose a new password',
        unexpected: 'If you did not ask for this, you can leave this mail alone: your password stays as it is.',
      },
      invite: {
        subject: 'You are invited',
        lead: 'You have been invited to join. Accept, and your account is ready.',
        action: 'Accept the invitation',
        unexpected: 'If you do not want to join, you can leave this mail alone: nothing happens.',
      },
      'email-change-current': {
        subject: 'Confirm your change of address',
        lead: 'You asked to move your account to another address. Confirm it from here, then from the new mailbox.',
        action: 'Confirm the change',
        unexpected: 'If you did not ask for this, do not confirm, and choose a new password: somebody may know yours.',
      },
      'email-change-new': {
        subject: 'Confirm your new address',
        lead: 'You asked to use this address for your account. Confirm that it is yours.',
        action: 'Confirm this address',
        unexpected: NOT_YOU_EN,
      },
      reauthentication: {
        subject: 'Your confirmation code',
        lead: 'You are about to change something important on your account.',
        action: null,
        unexpected: 'If it is not you, choose a new password: somebody is signed in to your account.',
      },
      'already-registered': {
        subject: 'You already have an account',
        lead: 'Somebody, perhaps you, tried to sign up with this address, which already has an account. Sign in instead, or choose a new password there.',
        action: 'Go to sign-in',
        unexpected: 'If it was not you, you can leave this mail alone: your account is untouched.',
      },
      'password-changed': {
        subject: 'Your password was changed',
        lead: 'The password of your account has just been changed. Other devices were signed out.',
        action: null,
        unexpected:
          'If it was not you, choose a new password at once: ask for it on the sign-in page with this address.',
      },
    },
    codeBesideLink: 'Or enter this code:',
    code: 'Enter this code:',
    address: 'If the button does not work, copy this address into your browser:',
    expires: (life) => `Valid for ${life}, once.`,
    secret: 'Nobody will ever ask you for this code: share it with no one.',
    sentTo: (to, product) => `Sent to ${to} by ${product}.`,
    text: (product, code, life) => `${product}: your code is ${code}. It is valid for ${life}. Share it with no one.`,
  },
  fr: {
    mails: {
      confirmation: {
        subject: 'Confirmez votre adresse',
        lead: 'Bienvenue ! Confirmez que cette adresse est la vôtre, et votre compte est prêt.',
        action: 'Confirmer mon adresse',
        unexpected: NOT_YOU_FR,
      },
      'magic-link': {
        subject: 'Votre lien de connexion',
        lead: 'Voici votre lien pour vous connecter, sans mot de passe.',
        action: 'Se connecter',
        unexpected: NOT_YOU_FR,
      },
      recovery: {
        subject: 'Choisissez un nouveau mot de passe',
        lead: 'Vous avez demandé à changer de mot de passe. D’ici là, l’ancien reste valable.',
        action: 'Choisir un mot de passe',
        unexpected: 'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
      },
      invite: {
        subject: 'Une invitation pour vous',
        lead: 'Vous avez reçu une invitation. Acceptez-la, et votre compte est prêt.',
        action: 'Accepter l’invitation',
        unexpected: 'Si vous ne souhaitez pas nous rejoindre, ignorez ce message : rien ne se passera.',
      },
      'email-change-current': {
        subject: 'Confirmez votre changement d’adresse',
        lead: 'Vous avez demandé à changer l’adresse de votre compte. Confirmez-le ici, puis depuis la nouvelle adresse.',
        action: 'Confirmer le changement',
        unexpected:
          'Si vous n’avez rien demandé, ne confirmez pas et changez de mot de passe : quelqu’un connaît peut-être le vôtre.',
      },
      'email-change-new': {
        subject: 'Confirmez votre nouvelle adresse',
        lead: 'Vous avez demandé à utiliser cette adresse pour votre compte. Confirmez qu’elle est la vôtre.',
        action: 'Confirmer cette adresse',
        unexpected: NOT_YOU_FR,
      },
      reauthentication: {
        subject: 'Votre code de confirmation',
        lead: 'Vous allez modifier un élément important de votre compte.',
        action: null,
        unexpected: 'Si ce n’est pas vous, changez de mot de passe : quelqu’un est connecté à votre compte.',
      },
      'already-registered': {
        subject: 'Vous avez déjà un compte',
        lead: 'Quelqu’un, peut-être vous, a voulu créer un compte avec cette adresse, qui en a déjà un. Connectez-vous, ou choisissez-y un nouveau mot de passe.',
        action: 'Aller à la connexion',
        unexpected: 'Si ce n’était pas vous, ignorez ce message : votre compte n’a pas changé.',
      },
      'password-changed': {
        subject: 'Votre mot de passe a changé',
        lead: 'Le mot de passe de votre compte vient d’être changé. Les autres appareils ont été déconnectés.',
        action: null,
        unexpected:
          'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : demandez-le sur la page de connexion avec cette adresse.',
      },
    },
    codeBesideLink: 'Ou saisissez ce code :',
    code: 'Saisissez ce code :',
    address: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
    expires: (life) => `Valable ${life}, une seule fois.`,
    secret: 'Personne ne vous demandera jamais ce code : ne le donnez à personne.',
    sentTo: (to, product) => `Envoyé à ${to} par ${product}.`,
    text: (product, code, life) =>
      `${product} : votre code est ${code}. Il est valable ${life}. Ne le donnez à personne.`,
  },
}

/** How long something lives, in words: `10 minutes`, `1 heure`. */
export function lifeInWords(seconds: number, language: Language): string {
  const [amount, unit] =
    seconds >= 7200 ? [Math.round(seconds / 3600), 'hour'] : [Math.max(1, Math.round(seconds / 60)), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}
