import { currentMessages, defineMessages } from './messages.ts'

/** What is said where nobody knows more (spec §8). */
export const errorWords = defineMessages({
  verbatim: ['happened', 'unknown'],
  fr: { happened: 'Une erreur inconnue est survenue', unknown: 'Erreur inconnue' },
  en: { happened: 'An unknown error occurred', unknown: 'Unknown error' },
})

/** The technical line of whatever was thrown. */
export function errorLine(error: unknown): string {
  const said = error instanceof Error ? error.message : error
  return typeof said === 'string' && said.trim() !== '' ? said : currentMessages(errorWords).unknown
}
