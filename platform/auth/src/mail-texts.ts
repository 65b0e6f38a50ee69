/** The sentences of messages, in every language that we write. */
import type { Language } from './config.ts'

export type MailKind =
  | 'confirmation'
  | 'magic-link'
  | 'recovery'
  | 'invite'
  | 'email-change-current'
  | 'email-change-new'
  | 'reauthentication'
  | 'already-registered'

interface MailTexts {
  readonly subject: string
  readonly lead: string
  /** The button's label; null for mails without a link. */
  readonly action: string | null
}

export interface Wording {
  readonly mails: Readonly<Record<MailKind, MailTexts>>
  readonly code: string
  readonly expires: (minutes: number) => string
  readonly ignore: string
  readonly text: (product: string, code: string, minutes: number) => string
}

export const wordings: Readonly<Record<Language, Wording>> = {
  en: {
    mails: {
      confirmation: {
        subject: 'Confirm your address',
        lead: 'Welcome! Confirm that this address is yours.',
        action: 'Confirm my address',
      },
      'magic-link': { subject: 'Your sign-in link', lead: 'Here is your link to sign in.', action: 'Sign in' },
      recovery: {
        subject: 'Choose a new password',
        lead: 'You asked to choose a new password.',
        action: 'Choose a new password',
      },
      invite: { subject: 'You are invited', lead: 'Somebody invites you to join.', action: 'Accept the invitation' },
      'email-change-current': {
        subject: 'Confirm your change of address',
        lead: 'You asked to move your account to another address.',
        action: 'Confirm the change',
      },
      'email-change-new': {
        subject: 'Confirm your new address',
        lead: 'You asked to use this address for your account.',
        action: 'Confirm this address',
      },
      reauthentication: {
        subject: 'Your confirmation code',
        lead: 'Enter this code to confirm that it is you.',
        action: null,
      },
      'already-registered': {
        subject: 'You already have an account',
        lead: 'Somebody, perhaps you, tried to sign up with this address, which already has an account. Sign in instead, or choose a new password there.',
        action: null,
      },
    },
    code: 'Or enter this code:',
    expires: (minutes) => `The link and the code are valid for ${minutes} minutes and once.`,
    ignore: 'If you did not ask for this, you need not do anything.',
    text: (product, code, minutes) => `${product}: your code is ${code}. It is valid for ${minutes} minutes.`,
  },
  fr: {
    mails: {
      confirmation: {
        subject: 'Confirmez votre adresse',
        lead: 'Bienvenue ! Confirmez que cette adresse est la vôtre.',
        action: 'Confirmer mon adresse',
      },
      'magic-link': {
        subject: 'Votre lien de connexion',
        lead: 'Voici votre lien pour vous connecter.',
        action: 'Se connecter',
      },
      recovery: {
        subject: 'Choisissez un nouveau mot de passe',
        lead: 'Vous avez demandé à changer de mot de passe.',
        action: 'Choisir un mot de passe',
      },
      invite: {
        subject: 'Vous êtes invité',
        lead: 'Quelqu’un vous invite à le rejoindre.',
        action: 'Accepter l’invitation',
      },
      'email-change-current': {
        subject: 'Confirmez votre changement d’adresse',
        lead: 'Vous avez demandé à changer l’adresse de votre compte.',
        action: 'Confirmer le changement',
      },
      'email-change-new': {
        subject: 'Confirmez votre nouvelle adresse',
        lead: 'Vous avez demandé à utiliser cette adresse pour votre compte.',
        action: 'Confirmer cette adresse',
      },
      reauthentication: {
        subject: 'Votre code de confirmation',
        lead: 'Saisissez ce code pour confirmer que c’est bien vous.',
        action: null,
      },
      'already-registered': {
        subject: 'Vous avez déjà un compte',
        lead: 'Quelqu’un, peut-être vous, a voulu créer un compte avec cette adresse, qui en a déjà un. Connectez-vous, ou choisissez-y un nouveau mot de passe.',
        action: null,
      },
    },
    code: 'Ou saisissez ce code :',
    expires: (minutes) => `Le lien et le code sont valables ${minutes} minutes et une seule fois.`,
    ignore: 'Si vous n’avez rien demandé, vous n’avez rien à faire.',
    text: (product, code, minutes) => `${product} : votre code est ${code}. Il est valable ${minutes} minutes.`,
  },
}
