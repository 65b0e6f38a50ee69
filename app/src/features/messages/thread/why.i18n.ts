import { de } from '@product/contract'

import { defineMessages } from '#i18n/messages.ts'

export const whyMessages = defineMessages({
  fr: {
    title: 'Pourquoi ce message reste illisible',
    intro: 'Les autres messages ne sont pas touchés. Trois causes sont possibles.',
    likely: 'La cause probable ici',
    keyTitle: 'La clé manque sur cet appareil',
    keyText: 'Ce message a été chiffré pour une clé que cet appareil n’a pas, ou pas encore reçue.',
    keyAct: 'Retrouver mes messages',
    alteredTitle: 'Le message a été altéré',
    alteredText: (name: string) => `Sa signature ne correspond pas à la clé ${de(name)}. Ne vous y fiez pas.`,
    alteredAct: 'Comparer le code de sécurité',
    versionTitle: 'Cette version est trop ancienne',
    versionText: 'Le message vient d’une version plus récente de Cortexia.',
    versionAct: 'Recharger Cortexia',
    retry: 'Réessayer de le lire',
    code: 'Détail technique :',
  },
  en: {
    title: 'Why this message cannot be read',
    intro: 'The other messages are not affected. There are three possible causes.',
    likely: 'The likely cause here',
    keyTitle: 'The key is missing on this device',
    keyText: 'This message was encrypted for a key that this device does not have, or has not received yet.',
    keyAct: 'Recover my messages',
    alteredTitle: 'The message was altered',
    alteredText: (name: string) => `Its signature does not match the key of ${name}. Do not trust it.`,
    alteredAct: 'Compare the safety number',
    versionTitle: 'This version is too old',
    versionText: 'The message comes from a newer version of Cortexia.',
    versionAct: 'Reload Cortexia',
    retry: 'Try to read it again',
    code: 'Technical detail:',
  },
})
