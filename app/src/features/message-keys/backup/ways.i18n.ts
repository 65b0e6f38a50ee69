import { defineMessages } from '#i18n/messages.ts'

/** More ways to one's messages: a passphrase, a key of former times, another device (SCREENS §3.10, E2EE §3–5). */
export const waysMessages = defineMessages({
  fr: {
    openFirst: 'Ouvrez d’abord vos messages.',
    passphraseTitle: 'Choisir une phrase secrète',
    passphraseIntro:
      'Elle ouvre vos messages sur un nouvel appareil, à côté de votre clé de récupération. Choisissez au moins cinq mots sans lien entre eux, et jamais votre mot de passe.',
    passphraseNew: 'Nouvelle phrase secrète',
    passphraseWeak: 'Il faut au moins cinq mots différents, de trois lettres ou plus.',
    passphraseLong: 'Cette phrase est trop longue : 200 caractères au plus.',
    passphraseExample: 'Par exemple : lagune piment tambour fenêtre orage',
    passphraseAgain: 'La même, une seconde fois',
    passphraseDiffers: 'Les deux phrases ne sont pas les mêmes.',
    passphraseSaved: 'La phrase secrète ouvre maintenant vos messages',
    saving: 'Enregistrement…',
    legacyTitle: 'Reprendre une ancienne clé',
    legacyIntro:
      'La clé d’une ancienne version est essayée, puis sauvegardée avec les vôtres. Elle ne fait qu’ouvrir : elle ne sert plus jamais à écrire.',
    legacyFound: 'Une ancienne clé attendait dans ce navigateur. Elle en sera retirée.',
    legacyKey: 'Ancienne clé privée',
    legacyHelp: 'Collez-la en entier : PEM, base64 ou JWK.',
    legacyFile: 'Choisir un fichier',
    legacyDone: 'L’ancienne clé est sauvegardée avec les vôtres',
    restoreTitle: 'Restaurer une sauvegarde précédente',
    restoreIntro:
      'Une sauvegarde remplacée est gardée au moins 30 jours. Si la vôtre l’a été sans vous, ouvrez la précédente avec le moyen que vous aviez alors.',
    restoreLost:
      'Elle prend la place de la sauvegarde actuelle, dont les clés et les moyens n’ouvriront plus vos messages.',
    restore: 'Restaurer',
    restoring: 'Recherche…',
    restored: 'Vos clés sont de retour',
    restoredNext: 'Déconnectez les autres appareils dans « Compte et sécurité » et changez votre mot de passe.',
  },
  en: {
    openFirst: 'Open your keys first, in one of your ways.',
    passphraseTitle: 'Choose a passphrase',
    passphraseIntro:
      'It opens your messages on a new device, beside your recovery key. Choose at least five words that have nothing to do with each other, and never your password.',
    passphraseNew: 'New passphrase',
    passphraseWeak: 'It takes at least five different words of three letters or more.',
    passphraseLong: 'This passphrase is too long: 200 characters at most.',
    passphraseExample: 'For example: lagoon pepper drum window thunder',
    passphraseAgain: 'The same, a second time',
    passphraseDiffers: 'The two are not the same.',
    passphraseSaved: 'The passphrase now opens your messages',
    saving: 'Saving…',
    legacyTitle: 'Take over an old key',
    legacyIntro:
      'The key of an earlier version is tried, then saved with yours. It only opens: it is never used for writing again.',
    legacyFound: 'An old key was waiting in this browser. It will be taken out of it.',
    legacyKey: 'Old private key',
    legacyHelp: 'Paste all of it: PEM, base64 or JWK.',
    legacyFile: 'Choose a file',
    legacyDone: 'The old key is saved with yours',
    restoreTitle: 'Restore an earlier backup',
    restoreIntro:
      'A backup that was replaced is kept for 30 days at least. If yours was replaced without you, open the earlier one in the way you had then.',
    restoreLost: 'It takes the place of the present backup, whose keys and ways will no longer open your messages.',
    restore: 'Restore',
    restoring: 'Searching…',
    restored: 'Your keys are back',
    restoredNext: 'Sign the other devices out in “Account and security” and change your password.',
  },
})
