/** The language of the interface while the page is open, whatever the browser says. */
import { createStore } from 'zustand/vanilla'

import { applyLanguage, readLanguage, storeLanguage, type Language } from './stored-language.ts'

export type { Language } from './stored-language.ts'

export const languageStore = createStore<{ language: Language }>()(() => ({ language: readLanguage() }))

export function getLanguage(): Language {
  return languageStore.getState().language
}

export function setLanguage(language: Language): void {
  storeLanguage(language)
  applyLanguage(language)
  languageStore.setState({ language })
}
