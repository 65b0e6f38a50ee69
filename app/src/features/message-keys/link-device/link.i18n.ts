import { defineMessages } from '#i18n/messages.ts'

/** One device opens the messages of another (SCREENS §3.10). */
export const linkMessages = defineMessages({
  fr: {
    giveTitle: 'Relier un appareil',
    giveIntro:
      'Sur le nouvel appareil, connectez-vous, ouvrez « Retrouver mes messages », puis « QR depuis un autre appareil », et scannez ce code.',
    code: 'Code QR à scanner avec le nouvel appareil',
    waiting: 'En attente du nouvel appareil…',
    compareTitle: 'Comparez les mots',
    compareThere: 'Le nouvel appareil affiche-t-il ces quatre mots, dans cet ordre ?',
    words: 'Quatre mots à comparer',
    same: 'Ce sont les mêmes',
    other: 'Ils sont différents',
    differ: 'Rien n’a été envoyé. Quelqu’un d’autre a peut-être scanné le code : recommencez à l’abri des regards.',
    giveOpen: 'Ouvrez vos clés : elles partent chiffrées vers le nouvel appareil.',
    sending: 'Envoi…',
    given: 'Le nouvel appareil a reçu vos clés.',
    again: 'Recommencer',
    takeTitle: 'QR depuis un autre appareil',
    takeIntro:
      'Sur un appareil qui ouvre déjà vos messages : Compte et réglages, « Messages chiffrés », « Relier un appareil ». Scannez le code affiché.',
    takeLook: 'Caméra, pour le code de l’autre appareil',
    wrongCode: 'Ce n’est pas le code d’un appareil de ce compte.',
    meeting: 'Code lu. L’autre appareil répond…',
    compareHere: 'L’autre appareil doit afficher ces quatre mots. Confirmez là-bas, vos messages arrivent ici.',
  },
  en: {
    giveTitle: 'Link a device',
    giveIntro:
      'On the new device, sign in, open “Get my messages back”, then “QR from another device”, and scan this code.',
    code: 'QR code to scan with the new device',
    waiting: 'Waiting for the new device…',
    compareTitle: 'Compare the words',
    compareThere: 'Does the new device show these four words, in this order?',
    words: 'Four words to compare',
    same: 'They are the same',
    other: 'They differ',
    differ: 'Nothing was sent. Somebody else may have scanned the code: start again where nobody looks on.',
    giveOpen: 'Open your keys: they go to the new device encrypted.',
    sending: 'Sending…',
    given: 'The new device has received your keys.',
    again: 'Start again',
    takeTitle: 'QR from another device',
    takeIntro:
      'On a device that already opens your messages: Settings, “Encrypted messages”, “Link a device”. Scan the code it shows.',
    takeLook: 'Camera, for the other device’s code',
    wrongCode: 'This is not the code of a device of this account.',
    meeting: 'Code read. The other device answers…',
    compareHere: 'The other device must show these four words. Confirm there, and your messages arrive here.',
  },
})
