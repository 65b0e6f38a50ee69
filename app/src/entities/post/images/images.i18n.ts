import { defineMessages } from '#i18n/messages.ts'

export const imagesMessages = defineMessages({
  fr: {
    images: (count: number) => `${count} images`,
    place: (number: number, count: number) => `Image ${number} sur ${count}`,
    previous: 'Image précédente',
    next: 'Image suivante',
  },
  en: {
    images: (count: number) => `${count} images`,
    place: (number: number, count: number) => `Image ${number} of ${count}`,
    previous: 'Previous image',
    next: 'Next image',
  },
})
