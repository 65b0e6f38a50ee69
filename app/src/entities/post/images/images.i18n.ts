import { defineMessages } from '#i18n/messages.ts'

export const imagesMessages = defineMessages({
  fr: {
    altMark: 'ALT',
    readAlt: 'ALT : lire le texte alternatif',
    alt: 'Texte alternatif',
    images: (count: number) => `${count} images`,
    place: (number: number, count: number) => `Image ${number} sur ${count}`,
    previous: 'Image précédente',
    next: 'Image suivante',
  },
  en: {
    altMark: 'ALT',
    readAlt: 'ALT: read the alternative text',
    alt: 'Alternative text',
    images: (count: number) => `${count} images`,
    place: (number: number, count: number) => `Image ${number} of ${count}`,
    previous: 'Previous image',
    next: 'Next image',
  },
})
