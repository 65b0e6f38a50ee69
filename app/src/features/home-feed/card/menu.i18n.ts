import { defineMessages } from '#i18n/messages.ts'

export const menuMessages = defineMessages({
  fr: {
    actions: 'Actions',
    copyLink: 'Copier le lien',
    copyPrompt: 'Copier le prompt',
    why: 'Pourquoi cette publication ?',
    follow: (name: string) => `Suivre ${name}`,
    notInterested: 'Pas intéressé',
    mute: (name: string) => `Mettre ${name} en sourdine`,
    block: (name: string) => `Bloquer ${name}`,
    report: 'Signaler',
  },
  en: {
    actions: 'Actions',
    copyLink: 'Copy link',
    copyPrompt: 'Copy prompt',
    why: 'Why this post?',
    follow: (name: string) => `Follow ${name}`,
    notInterested: 'Not interested',
    mute: (name: string) => `Mute ${name}`,
    block: (name: string) => `Block ${name}`,
    report: 'Report',
  },
})
