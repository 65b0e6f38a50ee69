import { defineMessages } from '#i18n/messages.ts'

export const downloadMessages = defineMessages({
  verbatim: ['download'],
  fr: {
    download: 'Télécharger',
    choose: 'Choisir la taille…',
    title: 'Télécharger l’image',
    format: 'Format',
    size: 'Taille',
    original: 'Originale',
    side: (pixels: string) => `${pixels} px`,
    prompt: 'Prompt dans le fichier',
    promptHelp: 'Qui reçoit le fichier pourra le lire.',
  },
  en: {
    download: 'Download',
    choose: 'Choose the size…',
    title: 'Download the image',
    format: 'Format',
    size: 'Size',
    original: 'Original',
    side: (pixels: string) => `${pixels} px`,
    prompt: 'Prompt in the file',
    promptHelp: 'Whoever gets the file can read it.',
  },
})
