import { defineMessages } from '#i18n/messages.ts'

export const technicalMessages = defineMessages({
  fr: {
    details: 'Détails techniques',
    engine: 'Moteur',
    mode: 'Mode',
    size: 'Taille',
    seed: 'Graine',
    builtin: 'Moteur intégré (procédural, sans réseau de neurones)',
    lanczos: 'Agrandissement sans moteur',
  },
  en: {
    details: 'Technical details',
    engine: 'Engine',
    mode: 'Mode',
    size: 'Size',
    seed: 'Seed',
    builtin: 'Built-in engine (procedural, without a neural network)',
    lanczos: 'Enlarged without an engine',
  },
})
