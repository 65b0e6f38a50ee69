/** The language of the interface: French until the person chooses otherwise, whatever the browser says (spec §9). */
import { createStore } from 'zustand/vanilla'

export type Language = 'fr' | 'en'

const storageKey = 'cortexia.language'
export const languageStore = createStore<{ language: Language }>()(() => ({ language: readStored() }))

export function getLanguage(): Language {
  return languageStore.getState().language
}

export function setLanguage(language: Language): void {
  globalThis.localStorage?.setItem(storageKey, language)
  languageStore.setState({ language })
}

/** Puts the language on `<html lang>`, for screen readers, hyphenation and spelling. */
export function applyLanguage(): void {
  if (globalThis.document) document.documentElement.lang = getLanguage()
}

function readStored(): Language {
  return globalThis.localStorage?.getItem(storageKey) === 'en' ? 'en' : 'fr'
}
