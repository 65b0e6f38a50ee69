import { defineMessages } from '#i18n/messages.ts'

const weakFr: Record<string, string> = {
  length: '8 caractères minimum',
  characters: 'mélangez lettres et chiffres',
  pwned: 'il figure dans une fuite connue',
}
const weakEn: Record<string, string> = {
  length: 'at least 8 characters',
  characters: 'mix letters and digits',
  pwned: 'it appears in a known leak',
}

/** What signing in and proving who one is have in common: fields, and what went wrong. */
export const authWords = defineMessages({
  fr: {
    password: 'Mot de passe',
    passwordHelp: '8 caractères minimum. Mélangez lettres, chiffres et un signe.',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    errCode: 'Ce code n’est pas le bon, ou il a expiré. Vérifiez-le ou demandez-en un autre.',
    errSame: 'Choisissez un mot de passe différent de l’ancien.',
    errPasskey: 'La clé d’accès n’a pas été reconnue. Réessayez, ou choisissez un autre moyen.',
    errFill: 'Veuillez remplir tous les champs.',
    errEmail: 'L’adresse e-mail n’est pas valide.',
    errPhone: (example: string | null) =>
      `Le numéro n’est pas valide. Commencez par l’indicatif du pays${example === null ? '' : `, par exemple ${example}`}.`,
    errCredentials: 'Identifiants incorrects. Vérifiez-les puis réessayez.',
    errConfirm: 'Confirmez votre adresse : nous vous avons envoyé un lien.',
    errNetwork: 'Connexion impossible. Vérifiez votre réseau.',
    errGeneric: 'Une erreur est survenue. Réessayez dans un instant.',
    errEither: 'Saisissez une adresse e-mail ou un numéro, et un mot de passe.',
    errExists: 'Un compte existe déjà avec cette adresse ou ce numéro. Connectez-vous.',
    errRate: 'Vous allez un peu vite. Réessayez dans un instant.',
    errWeak: (reasons: readonly string[]) =>
      `Mot de passe trop faible : ${reasons.map((reason) => weakFr[reason] ?? 'choisissez-en un autre').join(', ') || 'choisissez-en un autre'}.`,
  },
  en: {
    password: 'Password',
    passwordHelp: 'At least 8 characters. Mix letters, digits and a sign.',
    show: 'Show password',
    hide: 'Hide password',
    errCode: 'This code is wrong or has expired. Check it or ask for another one.',
    errSame: 'Choose a password that differs from the old one.',
    errPasskey: 'The passkey was not recognised. Try again, or choose another way.',
    errFill: 'Please fill in all fields.',
    errEmail: 'The email address is not valid.',
    errPhone: (example: string | null) =>
      `The number is not valid. Start with the country code${example === null ? '' : `, for example ${example}`}.`,
    errCredentials: 'Incorrect credentials. Check them and try again.',
    errConfirm: 'Confirm your address: we sent you a link.',
    errNetwork: 'Can’t connect. Check your network.',
    errGeneric: 'Something went wrong. Try again in a moment.',
    errEither: 'Enter an email or phone number, and a password.',
    errExists: 'An account already exists with this address or number. Sign in.',
    errRate: 'You’re going a bit fast. Try again in a moment.',
    errWeak: (reasons: readonly string[]) =>
      `Password too weak: ${reasons.map((reason) => weakEn[reason] ?? 'choose another one').join(', ') || 'choose another one'}.`,
  },
})
