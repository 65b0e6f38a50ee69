/** The language of the interface while the page is open, whatever the browser says. */
import { createStore } from 'zustand/vanilla'

import { readLanguage, type Language } from './stored-language.ts'

export type { Language } from './stored-language.ts'

export const languageStore = createStore<{ language: Language }>()(() => ({ language: readLanguage() }))

export function getLanguage(): Language {
  return languageStore.getState().language
}
