import { defineMessages } from '#i18n/messages.ts'

export const keepMessages = defineMessages({
  fr: {
    keep: 'Enregistrer dans Mes images',
    keeping: 'Un instant…',
    inTheClear:
      'La copie enregistrée n’est plus chiffrée. Personne d’autre ne la voit, et elle ne peut pas être publiée.',
    kept: 'Enregistrée dans Mes images',
    see: 'Voir',
    tooMany: 'Vous gardez déjà 500 images reçues',
    tooManyText: 'Supprimez-en dans Mes images, sous « Reçues ».',
    gone: 'Cette image n’est plus là',
    goneText: 'Son message a été supprimé.',
    failed: 'L’image n’a pas été enregistrée',
    failedText: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    keep: 'Save to My images',
    keeping: 'One moment…',
    inTheClear: 'The saved copy is no longer encrypted. Only you see it, and it cannot be posted.',
    kept: 'Saved to My images',
    see: 'See it',
    tooMany: 'You already keep 500 received images',
    tooManyText: 'Delete some in My images, under “Received”.',
    gone: 'This image is gone',
    goneText: 'Its message was deleted.',
    failed: 'The image was not saved',
    failedText: 'Check your network and try again.',
  },
})
