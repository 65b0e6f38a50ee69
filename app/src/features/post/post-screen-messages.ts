import { defineMessages } from '#i18n/messages.ts'

export const postScreenMessages = defineMessages({
  fr: {
    title: 'Publication',
    promptTitle: 'Prompt',
    copyPrompt: 'Copier le prompt',
    promptCopied: 'Prompt copié',
    enlarge: 'Agrandir l’image',
    aiImage: 'Image IA',
    builtinEngine: 'Moteur intégré',
    back: 'Retour au feed',
    goneTitle: 'Cette publication est introuvable',
    goneText: 'Elle a peut-être été supprimée, ou son adresse est incomplète.',
    errorTitle: 'La publication n’a pas pu être chargée',
    errorText: 'Vérifiez votre réseau, puis réessayez.',
    retry: 'Réessayer',
  },
  en: {
    title: 'Post',
    promptTitle: 'Prompt',
    copyPrompt: 'Copy prompt',
    promptCopied: 'Prompt copied',
    enlarge: 'Enlarge the image',
    aiImage: 'AI image',
    builtinEngine: 'Built-in engine',
    back: 'Back to the feed',
    goneTitle: 'This post cannot be found',
    goneText: 'It may have been deleted, or its address is incomplete.',
    errorTitle: 'The post could not be loaded',
    errorText: 'Check your network and try again.',
    retry: 'Try again',
  },
})
