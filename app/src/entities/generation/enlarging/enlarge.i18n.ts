import { defineMessages } from '#i18n/messages.ts'

export const enlargeMessages = defineMessages({
  fr: {
    action: 'Agrandir ×2 · gratuit',
    busy: 'Agrandissement…',
    done: (width: number, height: number) => `Image agrandie : ${width} × ${height}`,
    see: 'Voir dans « Mes images »',
    largest: 'Cette image a déjà la plus grande taille.',
    failed: 'L’image n’a pas pu être agrandie',
    retry: 'Réessayez dans un instant.',
    gone: 'Cette image n’est plus là.',
    sourceClosed: 'L’image d’où elle vient n’est plus ouverte au remix.',
    removed: 'Cette image a été retirée par la modération.',
    suspended: 'Votre compte ne peut pas créer d’images en ce moment.',
  },
  en: {
    action: 'Enlarge ×2 · free',
    busy: 'Enlarging…',
    done: (width: number, height: number) => `Image enlarged: ${width} × ${height}`,
    see: 'See in “My images”',
    largest: 'This image already has the largest size.',
    failed: 'The image could not be enlarged',
    retry: 'Try again in a moment.',
    gone: 'This image is no longer there.',
    sourceClosed: 'The image it comes from is no longer open to remixing.',
    removed: 'This image was removed by moderation.',
    suspended: 'Your account cannot create images at the moment.',
  },
})
