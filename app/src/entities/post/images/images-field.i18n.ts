import { defineMessages } from '#i18n/messages.ts'

export const imagesFieldMessages = defineMessages({
  fr: {
    order: 'Ordre des images',
    orderHelp: 'La première se voit dans le feed et quand vous partagez le lien.',
    describe: 'Décrire',
    remove: (name: string) => `Retirer : ${name}`,
    alt: (number: number) => `Texte alternatif de l’image ${number}`,
    altHelp: 'Pour qui ne voit pas l’image. Proposé d’après votre description.',
  },
  en: {
    order: 'Order of the images',
    orderHelp: 'The first one is seen in the feed and when you share the link.',
    describe: 'Describe',
    remove: (name: string) => `Take out: ${name}`,
    alt: (number: number) => `Alternative text of image ${number}`,
    altHelp: 'For those who cannot see the image. Proposed from your description.',
  },
})
