import { defineMessages } from '#i18n/messages.ts'

export const onceMessages = defineMessages({
  fr: {
    attach: 'Image à voir une fois',
    promise: 'Elle s’efface après un seul regard. Mais rien n’empêche de photographier l’écran.',
    title: 'Image à voir une fois',
    open: 'Voir une fois',
    closed: 'Image à voir une fois',
    opened: 'Image vue',
    answerFirst: 'Acceptez d’abord la conversation.',
    goes: 'En fermant, vous ne la reverrez plus.',
  },
  en: {
    attach: 'Image to view once',
    promise: 'It goes after one look. But nothing stops anybody from photographing the screen.',
    title: 'Image to view once',
    open: 'View once',
    closed: 'Image to view once',
    opened: 'Image seen',
    answerFirst: 'Accept the conversation first.',
    goes: 'Once you close it, you will not see it again.',
  },
})
