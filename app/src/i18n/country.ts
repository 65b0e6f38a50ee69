import { getLanguage } from './language.ts'

/** « Bénin » of `BJ` (ISO 3166-1 alpha-2), in the language of the screen; the code where nobody knows it. */
export function formatCountry(code: string): string {
  return new Intl.DisplayNames([getLanguage()], { type: 'region' }).of(code) ?? code
}
