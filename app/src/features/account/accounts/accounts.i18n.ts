import { defineMessages } from '#i18n/messages.ts'

export const accountsMessages = defineMessages({
  fr: {
    title: 'Vos comptes',
    intro: 'Chacun garde ses messages, ses brouillons et ses images pour lui.',
    current: 'Compte actuel',
    add: 'Ajouter un compte',
    full: (most: number) => `${most} comptes au plus sur un appareil. Pour en ajouter un, déconnectez-en un autre.`,
    switching: 'Ouverture…',
    known: 'Comptes sur cet appareil',
    addTitle: 'Ajouter un compte',
    addText: (name: string) => `${name} reste aussi sur cet appareil.`,
    back: (name: string) => `Revenir à ${name}`,
  },
  en: {
    title: 'Your accounts',
    intro: 'Each keeps its messages, drafts and images to itself.',
    current: 'Current account',
    add: 'Add an account',
    full: (most: number) => `${most} accounts at most on one device. To add one, sign out of another.`,
    switching: 'Opening…',
    known: 'Accounts on this device',
    addTitle: 'Add an account',
    addText: (name: string) => `${name} stays on this device too.`,
    back: (name: string) => `Back to ${name}`,
  },
})
