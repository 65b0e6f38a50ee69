import { currentMessages, defineMessages } from '#i18n/messages.ts'

export const refusalMessages = defineMessages({
  fr: {
    refused: 'Cette demande serait refusée',
    terms: (terms: string) => `Mots en cause : ${terms}.`,
    'minor-pornography': 'aucune image sexuelle de mineur',
    'minor-sexual': 'aucune image sexuelle de mineur',
    'explicit-sexual': 'pas d’image pornographique',
    'sexual-violence': 'pas de violence sexuelle',
    'real-gore': 'pas de violence réelle et sanglante',
    extremism: 'pas de propagande extrémiste',
    'denied-picture': 'image de référence interdite',
    other: 'règles de Cortexia',
  },
  en: {
    refused: 'This request would be refused',
    terms: (terms: string) => `Words concerned: ${terms}.`,
    'minor-pornography': 'no sexual image of a minor',
    'minor-sexual': 'no sexual image of a minor',
    'explicit-sexual': 'no pornographic image',
    'sexual-violence': 'no sexual violence',
    'real-gore': 'no real, bloody violence',
    extremism: 'no extremist propaganda',
    'denied-picture': 'forbidden reference picture',
    other: 'Cortexia’s rules',
  },
})

const named = [
  'minor-pornography',
  'minor-sexual',
  'explicit-sexual',
  'sexual-violence',
  'real-gore',
  'extremism',
  'denied-picture',
] as const

/** The rule of a refusal as people read it; a service's own categories are « règles de Cortexia ». */
export function ruleInWords(rule: string): string {
  return currentMessages(refusalMessages)[named.find((known) => known === rule) ?? 'other']
}
