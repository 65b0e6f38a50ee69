/** Languages that publications are written in. */
import { formatLanguage } from '#i18n/format-language.ts'

/** Those that people here write in first, then the world's. */
const languages: readonly string[] = [
  'fr',
  'en',
  'bm',
  'dyu',
  'fon',
  'wo',
  'ee',
  'ha',
  'yo',
  'sw',
  'ar',
  'pt',
  'es',
  'de',
]

/** `own` is among them, whichever it is. */
export function languageOptions(own: string | null = null): { value: string; label: string }[] {
  const known = own === null || languages.includes(own) ? languages : [own, ...languages]
  return known.map((value) => ({ value, label: formatLanguage(value) }))
}
