import { getLanguage } from './language.ts'

/** Of languages whose names browsers do not know. */
const ownNames: Readonly<Record<string, string>> = { dyu: 'dioula' }

/** « français » of `fr`; the code where nobody knows it. */
export function formatLanguage(code: string): string {
  try {
    const name = new Intl.DisplayNames([getLanguage()], { type: 'language', fallback: 'none' }).of(code)
    return name ?? ownNames[code] ?? code
  } catch {
    return code
  }
}
