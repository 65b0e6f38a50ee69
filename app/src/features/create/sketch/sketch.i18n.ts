import { defineMessages } from '#i18n/messages.ts'

export const sketchMessages = defineMessages({
  fr: {
    sketch: 'Croquis',
    about: 'gratuit. L’image sera pareille, en plus fin.',
    another: 'Autre croquis',
    sketchOf: (prompt: string) => `Croquis : ${prompt}`,
  },
  en: {
    sketch: 'Sketch',
    about: 'free. The picture will be the same, in finer detail.',
    another: 'Another sketch',
    sketchOf: (prompt: string) => `Sketch: ${prompt}`,
  },
})
