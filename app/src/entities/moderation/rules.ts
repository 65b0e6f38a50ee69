/** The rules that reports name and decisions quote. */
import { defineMessages } from '#i18n/messages.ts'

export const rules = ['spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other'] as const

/** What the staff may do about something, and the generator by itself. */
export const actions = [
  'label',
  'limit',
  'remove',
  'restore',
  'warn',
  'suspend_generation',
  'suspend',
  'ban',
  'block',
] as const

export type Action = (typeof actions)[number]

/** A later version may know more. */
export function knownAction(name: string): Action | undefined {
  return actions.find((action) => action === name)
}

export type Rule = (typeof rules)[number]

/** As reasons of a report. */
export const reasonMessages = defineMessages({
  fr: {
    spam: 'Spam',
    sensitive: 'Contenu sensible non signalé',
    hate: 'Haine ou harcèlement',
    violence: 'Violence',
    likeness: 'Personne réelle sans accord',
    minor: 'Mineur',
    theft: 'Vol d’œuvre',
    other: 'Autre',
  },
  en: {
    spam: 'Spam',
    sensitive: 'Sensitive content without a label',
    hate: 'Hate or harassment',
    violence: 'Violence',
    likeness: 'A real person without consent',
    minor: 'Minor',
    theft: 'Stolen work',
    other: 'Other',
  },
})

/** As they are quoted to whoever a decision is about. */
export const ruleMessages = defineMessages({
  fr: {
    spam: 'Pas de spam : ni publicité répétée, ni liens trompeurs, ni faux comptes.',
    sensitive: 'Un contenu sensible porte une étiquette, pour que chacun choisisse de le voir ou non.',
    hate: 'Ni haine, ni harcèlement : personne n’est attaqué pour ce qu’il est.',
    violence: 'Ni menace, ni appel à la violence, ni violence montrée pour blesser.',
    likeness: 'Une personne réelle n’est montrée qu’avec son accord.',
    minor: 'La protection des mineurs est absolue.',
    theft: 'L’œuvre d’autrui n’est pas publiée comme sienne.',
    other: 'Les conditions d’utilisation de Cortexia.',
  },
  en: {
    spam: 'No spam: no repeated advertising, misleading links or fake accounts.',
    sensitive: 'Sensitive content bears a label, so that everybody chooses whether to see it.',
    hate: 'No hate, no harassment: nobody is attacked for what they are.',
    violence: 'No threats, no calls for violence, no violence shown to hurt.',
    likeness: 'A real person is shown only with their consent.',
    minor: 'The protection of minors is absolute.',
    theft: 'The work of others is not published as one’s own.',
    other: 'The terms of use of Cortexia.',
  },
})
