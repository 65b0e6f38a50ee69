import { useStore } from 'zustand'

import { languageStore, type Language } from './language.ts'

export function useLanguage(): Language {
  return useStore(languageStore, ({ language }) => language)
}
