/** The language of the interface as this device has it: French until the person chooses otherwise (spec §9). */
export type Language = 'fr' | 'en'

const storageKey = 'cortexia.language'

export function readLanguage(): Language {
  return globalThis.localStorage?.getItem(storageKey) === 'en' ? 'en' : 'fr'
}

export function storeLanguage(language: Language): void {
  globalThis.localStorage?.setItem(storageKey, language)
}

/** Puts the language on `<html lang>`, for screen readers, hyphenation and spelling. */
export function applyLanguage(language: Language): void {
  if (globalThis.document) document.documentElement.lang = language
}
