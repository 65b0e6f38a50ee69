import { defineMessages } from '#i18n/messages.ts'

export const usernameMessages = defineMessages({
  fr: {
    label: 'Nom d’utilisateur',
    help: '3 à 30 caractères : lettres minuscules, chiffres, point et tiret bas.',
    username_invalid: 'Utilisez 3 à 30 lettres minuscules, chiffres, points ou tirets bas.',
    username_reserved: 'Ce nom est réservé. Choisissez-en un autre.',
    username_taken: 'Ce nom est déjà pris.',
    too_many_usernames: 'Vous avez changé de nom cinq fois ce mois-ci. Attendez un peu.',
    free: 'Ce nom est libre.',
    checking: 'Vérification…',
    moves: 'Votre ancien lien redirige pendant 30 jours.',
    freeOnes: 'Libres :',
    take: (name: string) => `Prendre ${name}`,
  },
  en: {
    label: 'Username',
    help: '3 to 30 characters: lower-case letters, digits, dot and underscore.',
    username_invalid: 'Use 3 to 30 lower-case letters, digits, dots or underscores.',
    username_reserved: 'That name is reserved. Choose another.',
    username_taken: 'That name is taken.',
    too_many_usernames: 'You changed your name five times this month. Wait a little.',
    free: 'That name is available.',
    checking: 'Checking…',
    moves: 'Your old link redirects for 30 days.',
    freeOnes: 'Available:',
    take: (name: string) => `Take ${name}`,
  },
})
