import { currentMessages, defineMessages } from './messages.ts'

/** What is said where nobody knows more (spec §8). */
export const errorWords = defineMessages({
  verbatim: ['happened', 'unknown', 'notAllowed'],
  fr: { happened: 'Une erreur inconnue est survenue', unknown: 'Erreur inconnue', notAllowed: 'Non autorisé' },
  en: { happened: 'An unknown error occurred', unknown: 'Unknown error', notAllowed: 'Not allowed' },
})

/** The technical line of whatever was thrown. */
export function errorLine(error: unknown): string {
  const said = error instanceof Error ? error.message : error
  return typeof said === 'string' && said.trim() !== '' ? said : currentMessages(errorWords).unknown
}
