import { de } from '@product/contract'

import { defineMessages } from '#i18n/messages.ts'

export const postActMessages = defineMessages({
  fr: {
    imageOf: (name: string) => `Image ${de(name)}`,
    saved: 'Enregistré',
    unsaved: 'Retiré de vos enregistrements',
    collect: 'Ranger',
    undo: 'Annuler',
    linkCopied: 'Lien copié',
    linkFailed: 'Le lien n’a pas pu être copié',
    promptCopied: 'Prompt copié',
    promptFailed: 'Le prompt n’a pas pu être copié',
    likeFailed: 'Votre « J’aime » n’a pas été enregistré',
    saveFailed: 'Cette publication n’a pas pu être enregistrée',
    hideFailed: 'Cette publication n’a pas pu être masquée',
    openedInTab: 'Téléchargement impossible : image ouverte dans un nouvel onglet.',
    downloadFailed: 'Téléchargement impossible',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    imageOf: (name: string) => `Image by ${name}`,
    saved: 'Saved',
    unsaved: 'Removed from your saved posts',
    collect: 'Put in a collection',
    undo: 'Undo',
    linkCopied: 'Link copied',
    linkFailed: 'The link could not be copied',
    promptCopied: 'Prompt copied',
    promptFailed: 'The prompt could not be copied',
    likeFailed: 'Your like was not saved',
    saveFailed: 'This post could not be saved',
    hideFailed: 'This post could not be hidden',
    openedInTab: 'Download failed: image opened in a new tab.',
    downloadFailed: 'Download failed',
    tryAgain: 'Check your network and try again.',
  },
})
