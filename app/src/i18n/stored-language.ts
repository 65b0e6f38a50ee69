/** The language of the interface as this device has it: French until the person chooses otherwise (spec §9). */
export type Language = 'fr' | 'en'

export const languageKey = 'cortexia.language'

export function readLanguage(): Language {
  return globalThis.localStorage?.getItem(languageKey) === 'en' ? 'en' : 'fr'
}

/** Somebody has chosen it on this device, or it was chosen for them. */
export function hasLanguage(): boolean {
  return globalThis.localStorage?.getItem(languageKey) !== null
}

/** Puts the language on `<html lang>`, for screen readers, hyphenation and spelling. */
export function applyLanguage(language: Language): void {
  if (globalThis.document) document.documentElement.lang = language
}
