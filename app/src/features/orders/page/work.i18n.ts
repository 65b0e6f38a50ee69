import { defineMessages } from '#i18n/messages.ts'

export const workMessages = defineMessages({
  fr: {
    addReference: 'Ajouter une référence',
    addSketch: 'Ajouter un croquis',
    addFinal: 'Ajouter un fichier fini',
    finalHelp:
      'PNG, JPEG, WebP, PDF ou ZIP, 40 Mo au plus. Votre client en voit un aperçu avec filigrane jusqu’à son accord.',
  },
  en: {
    addReference: 'Add a reference',
    addSketch: 'Add a sketch',
    addFinal: 'Add a finished file',
    finalHelp: 'PNG, JPEG, WebP, PDF or ZIP, 40 MB at most. Your client sees a watermarked preview until they accept.',
  },
})
