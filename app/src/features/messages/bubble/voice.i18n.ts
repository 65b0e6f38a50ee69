import { de } from '@product/contract'

import { defineMessages } from '#i18n/messages.ts'

export const voiceMessages = defineMessages({
  fr: {
    voice: 'Message vocal',
    ownVoice: 'Votre message vocal',
    voiceFrom: (name: string) => `Message vocal ${de(name)}`,
    play: 'Écouter',
    pause: 'Pause',
    voicePlace: 'Avancer dans le message',
    voiceOf: (at: string, all: string) => `${at} sur ${all}`,
    voiceSpeed: (speed: string) => `Vitesse ×${speed}`,
    voiceFailed: 'Pas pu être ouvert. Réessayez.',
  },
  en: {
    voice: 'Voice message',
    ownVoice: 'Your voice message',
    voiceFrom: (name: string) => `Voice message from ${name}`,
    play: 'Play',
    pause: 'Pause',
    voicePlace: 'Move in the message',
    voiceOf: (at: string, all: string) => `${at} of ${all}`,
    voiceSpeed: (speed: string) => `Speed ×${speed}`,
    voiceFailed: 'Could not be opened. Try again.',
  },
})
